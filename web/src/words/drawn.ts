/** Sentences in which codes are drawn instead of spelled. */
import type { Message } from '../api/types.ts'
import { render, type Text } from './speech.svelte.ts'

/** The fields of a message that hold codes. */
const CODES = ['best', 'code', 'codes', 'guess']
/** Around a code in a text; characters that no text has. */
const OPEN = '\uE000'
const CLOSE = '\uE001'

export interface Part {
  text: string
  /** Whether the text is a code. */
  code: boolean
}

/** A sentence in parts: words and codes. A hint, which names the pegs of its code in words, stays as it is. */
export function drawn(sentence: Text): Part[] {
  const marked = typeof sentence === 'string' || Array.isArray(sentence) ? sentence : mark(sentence)
  return render(marked)
    .split(new RegExp(`(${OPEN}[^${CLOSE}]*${CLOSE})`))
    .filter(Boolean)
    .map((part) => (part.startsWith(OPEN) ? { text: part.slice(1, -1), code: true } : { text: part, code: false }))
}

function mark(sentence: Message): Message {
  if ('pegs' in sentence.fields) return sentence
  const fields = Object.entries(sentence.fields).map(([name, value]) => [
    name,
    CODES.includes(name) ? around(value) : value,
  ])
  return { ...sentence, fields: Object.fromEntries(fields) as Message['fields'] }
}

type Field = Message['fields'][string]

function around(value: Field): Field {
  if (typeof value === 'string') return `${OPEN}${value}${CLOSE}`
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(around) as Field
  return { ...value, fields: { ...value.fields, items: around(value.fields.items ?? []) } }
}
