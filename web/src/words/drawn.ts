/** Sentences in which codes and colours are drawn instead of spelled out. */
import type { Message } from '../api/types.ts'
import { render, type Text } from './speech.svelte.ts'

/** The fields of a message that hold codes. */
const CODES = ['best', 'code', 'codes', 'guess']
/** Characters around a code in a text, which occur in no other text. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
/** Marks the place where a hint names the pegs of its code again, although they are drawn already. */
const NAMED = '\uE002'

export interface Part {
  text: string
  /** True if the text is a code. */
  code: boolean
}

/** Split a sentence into words and codes. A colour is a code of one peg. */
export function drawn(sentence: Text): Part[] {
  const marked = typeof sentence === 'string' || Array.isArray(sentence) ? sentence : mark(sentence)
  return render(marked)
    .replace(` (${NAMED})`, '')
    .split(new RegExp(`(${OPEN}[^${CLOSE}]*${CLOSE})`))
    .filter(Boolean)
    .map((part) => (part.startsWith(OPEN) ? { text: part.slice(1, -1), code: true } : { text: part, code: false }))
}

type Field = Message['fields'][string]

/** Mark all codes in a message; with `codes`, its items are codes too. */
function mark({ key, fields }: Message, codes = false): Message {
  const marked = Object.entries(fields).map(([name, value]) => [
    name,
    name === 'pegs' && 'code' in fields ? NAMED : within(value, CODES.includes(name) || (codes && name === 'items')),
  ])
  return { key, fields: Object.fromEntries(marked) as Message['fields'] }
}

function within(value: Field, codes: boolean): Field {
  const pegs = pegsOf(value)
  if (pegs) return `${OPEN}${pegs}${CLOSE}`
  if (typeof value === 'string') return codes ? `${OPEN}${value}${CLOSE}` : value
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.map((item) => within(item, codes)) as Field
  return mark(value, codes)
}

/** Return the letters of pegs that are named by their colours; empty if there is anything else among them. */
function pegsOf(value: Field): string {
  if (typeof value !== 'object') return ''
  const pegs = (Array.isArray(value) ? value : [value]).map((one) => (typeof one === 'object' ? pegOf(one.key) : ''))
  return pegs.includes('') ? '' : pegs.join('')
}

function pegOf(key: string): string {
  return key === 'tell.peg.empty' ? '.' : (/^colour\.(.)$/.exec(key)?.[1] ?? '')
}
