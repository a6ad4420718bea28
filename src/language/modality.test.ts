import { describe, expect, it } from 'vitest'
import { modalityOf, sentenceModality } from './modality.ts'

describe('what a turn claims', () => {
  it.each([
    ['hypothetical', 'For a role-play: pretend I run a bakery that must sell 900 buns a day.'],
    ['hypothetical', "Let's say I own three boats."],
    ['hypothetical', 'Imagine you are a pilot. You fly 90 hours a month.'],
    ['hypothetical', 'If I ran the harbour, I would charge less.'],
    ['hypothetical', "I'd love to keep bees."],
    ['hypothetical', 'What if we sold the house?'],
    ['hypothetical', 'In my short story, the hero owns a mill.'],
    ['hypothetical', 'Last night I dreamt that I owned a castle.'],
    ['hypothetical', "For a novel I'm writing: the hero owns 14 horses."],
    ['hypothetical', 'In the skit we are working on, the baker sells the moon.'],
    ['hypothetical', "For a short story I've been drafting, the queen has no cook."],
    ['hypothetical', "For the campaign that we're planning: the inn lies in Ghent."],
    ['hypothetical', 'In a tale I am making up: my aunt is a whale.'],
    ['hypothetical', "Let's play a game: I'm a queen and my castle has 300 windows."],
    ['hypothetical', 'For the sake of argument, I own 12 shops.'],
    ['hypothetical', 'As an exercise, I am the mayor of a small town.'],
    ['hypothetical', 'In my dream I had eight cats.'],
    ['hypothetical', 'Picture this: I run a zoo.'],
    ['hypothetical', 'Had I won, I would have bought a yacht.'],
    ['hypothetical', 'I could have become a dentist.'],
    ['hypothetical', 'I should have bought the bigger kettle.'],
    ['stated', 'I might have left my keys at the pool.'],
    ['stated', "We might've left the oven on."],
    ['stated', 'She should have received the letter by now.'],
    ['stated', 'They should have landed.'],
    ['stated', 'I should have finished the fence by Friday.'],
    ['stated', 'We should have already paid, he said.'],
    ['planned', 'We might have dinner at home.'],
    ['stated', 'In the game on Sunday I scored twice.'],
    ['stated', 'In the game my team has won the cup.'],
    ['stated', 'In this game I was the goalkeeper.'],
    ['stated', 'In this exercise I am pretty good by now.'],
    ['stated', 'In the simulation I run at work the pumps fail.'],
    ['stated', 'For the school play I have to sew 12 costumes.'],
    ['hypothetical', 'In this game I own three castles.'],
    ['hypothetical', 'In our campaign my character is a dwarf.'],
    ['stated', 'I played Hamlet in the play last year.'],
    ['planned', 'I was thinking of buying a windmill.'],
    ['hypothetical', 'Let us assume that I rent out 16 flats.'],
    ['planned', 'I might buy a van.'],
    ['stated', "I'm going to play the role of a pirate. No, I did."],
    ['planned', "I'm going to Ghent next week."],
    ['planned', 'We plan to repaint the boat.'],
    ['planned', "I'll call the vet."],
    ['asked', 'Can you remember that?'],
    ['asked', 'Make a note of it, please.'],
    ['asked', 'Write that down, would you?'],
    ['asked', 'Save this for later.'],
    ['stated', 'Note that the shop is closed.'],
    ['stated', 'Keep the change.'],
    ['asked', 'Hey Mel! How are you?'],
    ['asked', 'Where is the key? “Under the pot?”'],
    ['stated', 'I run a bakery.'],
    ['stated', 'I bought a car. Want to see it?'],
    ['stated', 'I can imagine how hard that was.'],
    ['stated', 'The kids pretend to be pirates all day.'],
    ['stated', 'I wish you luck!'],
    ['stated', 'Thanks!'],
    ['stated', ''],
  ])('is %s: %s', (expected, text) => {
    expect(modalityOf(text)).toBe(expected)
  })

  it('keeps what was stated before a made-up scene begins', () => {
    expect(modalityOf('I sold my canoe. Imagine I had ten.')).toBe('stated')
    expect(sentenceModality('Imagine I had ten.')).toBe('hypothetical')
  })
})
