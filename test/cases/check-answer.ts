import { analyse } from '../../src/language/terms.ts'
import { type Check, differ } from './check-evidence.ts'
import type { Asked } from './observation.ts'

type Told = Asked & { readonly answer: NonNullable<Asked['answer']> }

/** Expectations on what an answer says. */
export const ANSWER_CHECKS: Readonly<Record<string, Check<Told>>> = {
  abstain: (wanted, { answer }) => differ('whether it abstains', !answer.answered, wanted),
  answer_includes: (wanted, { answer }) => {
    const missing = (wanted as string[]).filter((part) => !holds(answer.text, part))
    return missing.length > 0 || !answer.answered ? `“${answer.text}” should say ${missing}` : undefined
  },
  answer_excludes: (wanted, { answer }) => {
    const said = (wanted as string[]).filter((part) => holds(answer.text, part))
    return said.length > 0 ? `“${answer.text}” should not say ${said}` : undefined
  },
  answer_date: (wanted, { answer }) => {
    if (!answer.answered) return `it abstains: ${answer.text}`
    const days = Array.isArray(wanted) ? wanted : [wanted, wanted]
    const inText = answer.text.includes(days[0] as string) ? undefined : `“${answer.text}” lacks ${days[0]}`
    return differ('the date', answer.date && [answer.date.first, answer.date.last], days) ?? inText
  },
  answer_polarity: (wanted, { answer }) =>
    differ('yes or no', answer.answered ? answer.polarity : answer.text, wanted),
  answer_polarity_not: (wanted, { answer }) =>
    answer.answered && answer.polarity === wanted ? `it says ${wanted}: ${answer.text}` : undefined,
  answer_must_flag: (wanted, { answer }) => {
    const told = new Set(analyse([answer.text, ...(answer.answered ? answer.caveats : [])].join(' ')))
    const missing = analyse(wanted as string).filter((term) => !told.has(term))
    return missing.length > 0 ? `“${answer.text}” should flag: ${wanted}` : undefined
  },
  prompt_includes: (wanted, { block }) => {
    const missing = (wanted as string[]).filter((part) => !block.includes(part))
    return missing.length > 0 ? `the block lacks ${missing}` : undefined
  },
  // Roughly four characters a token: the block is the part of the prompt that grows.
  prompt_tokens_max: (wanted, { block }) =>
    block.length / 4 <= (wanted as number) ? undefined : `the block has ${block.length} characters`,
  delimiters_in_memory_neutralised: (_, { block }) => {
    const tags = block.match(/<\/?[a-z_]+>/giu) ?? []
    return differ(
      'the tags of the block',
      tags,
      block === '' ? [] : ['<recalled_memory>', '</recalled_memory>'],
    )
  },
  system_message_excludes: (wanted, { block }) => {
    const frame = block
      .split('\n')
      .filter((line) => !line.includes('text: "'))
      .join('\n')
    const present = [wanted].flat().filter((part) => frame.includes(part as string))
    return present.length > 0 ? `${present} stands outside of the quoted text` : undefined
  },
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}
