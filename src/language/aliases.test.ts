import { describe, expect, it } from 'vitest'
import { declaredAliases } from './aliases.ts'

const declared = (text: string) =>
  declaredAliases(text, 'Speaker').map(({ alias, person }) => `${alias} = ${person}`)

describe('a declared nickname', () => {
  it.each([
    ["Everyone calls Bartholomew 'Bas'.", 'Bas = Bartholomew'],
    ['We always call Margarethe Gretel.', 'Gretel = Margarethe'],
    ['My sister Katarina, or Kat as we call her, dives.', 'Kat = Katarina'],
    ['Tobias, aka Tobs, won again.', 'Tobs = Tobias'],
    ['Bea is short for Beatrix.', 'Bea = Beatrix'],
    ['My uncle Wilhelmus goes by Wim.', 'Wim = Wilhelmus'],
    ['Christopher ("Kit") was there.', 'Kit = Christopher'],
    ['I met Alexandria. Her friends call her Lexi.', 'Lexi = Alexandria'],
    ["Oluwaseun's nickname is Seun.", 'Seun = Oluwaseun'],
    ["Oswald's friends call him Ozzy.", 'Ozzy = Oswald'],
    ['People call my brother Konstantin "Kosta".', 'Kosta = Konstantin'],
    ['Most people know Alejandro as Alex.', 'Alex = Alejandro'],
    ['Mina, as we call Wilhelmina, is three.', 'Mina = Wilhelmina'],
    ["Jan's real name is Johannes.", 'Jan = Johannes'],
    ['Anastasia (Stacy to her friends) sang.', 'Stacy = Anastasia'],
    ['Just call me Jo!', 'Jo = Speaker'],
    ['my name is josephine and i live in turku', 'josephine = Speaker'],
    ["We call Bartholomew 'the captain'.", 'the captain = Bartholomew'],
    ['My friends call me “Ned”.', 'Ned = Speaker'],
    ['Maximilian, whom we nicknamed Mox, lent me a saw.', 'Mox = Maximilian'],
    ['To her friends Katarzyna is just Kasia.', 'Kasia = Katarzyna'],
    ['Our goalkeeper Tobias is Tobs to everyone.', 'Tobs = Tobias'],
    ['Hedwig, called Hedi by all, is my aunt.', 'Hedi = Hedwig'],
    ['We gave Bartholomew the nickname Bas.', 'Bas = Bartholomew'],
    ['Bartholomew answers to the name of Bas.', 'Bas = Bartholomew'],
    ['Hedwig told us to call her Hedi.', 'Hedi = Hedwig'],
    ['Hedi and Hedwig are the same person.', 'Hedi = Hedwig'],
    ['When I say Hedi I mean Hedwig.', 'Hedi = Hedwig'],
    ['Gus (Augustin on paper) is coming.', 'Gus = Augustin'],
    ["I'd rather be called Teddy.", 'Teddy = Speaker'],
    ["Mum calls Ferdinand 'Ferdl'.", 'Ferdl = Ferdinand'],
    ['My nickname at school was Teddy.', 'Teddy = Speaker'],
    ["For all of us Ferdinand is 'Ferdl'.", 'Ferdl = Ferdinand'],
  ])('%s', (text, expected) => {
    expect(declared(text)).toEqual([expected])
    expect(declared(`It rained all day. ${text}`)).toEqual([expected])
  })
})

describe('no nickname', () => {
  it.each([
    'Call me Monday, or call me later.',
    'I called Sam Tuesday.',
    'They called a game Apex Legends boring.',
    'Basil and Bas are here.',
    'She is short for her age.',
    'We call the boat ‘Bas’.',
    'He called Tom a liar.',
    'Everyone calls Tom ‘lazy’.',
    'my name is misspelt on the list',
    'Mel called. Melanie answered.',
    'To my surprise Marta was Irish.',
    'To my great relief Marta is Irish.',
    'To the best of my knowledge Marta is Irish.',
  ])('is declared by: %s', (text) => {
    expect(declared(text)).toEqual([])
  })
})
