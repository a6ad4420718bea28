import { Tokenizer } from '@huggingface/tokenizers'

/** Token ids of a text, special tokens included. */
export type Tokenise = (text: string) => readonly number[]

/**
 * Makes a tokeniser of a Hugging Face `tokenizer.json` whose texts end in one special token (BERT's `[SEP]`).
 *
 * @param definition Content of the file.
 * @param maxTokens What is longer is cut before its closing token.
 * @throws {SyntaxError} If the definition is no JSON.
 */
export function readTokenizer(definition: string, maxTokens: number): Tokenise {
  const tokenizer = new Tokenizer(JSON.parse(definition), {})
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, maxTokens * MAX_CHARACTERS_PER_TOKEN))
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids[ids.length - 1]!]
  }
}

/**
 * Bounds the time that a huge text takes before it is cut anyway. English has 4 to 5 characters a token; only long runs
 * of blanks or unbroken strings of symbols reach this.
 */
const MAX_CHARACTERS_PER_TOKEN = 32
