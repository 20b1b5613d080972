/** Every sentence of the page: messages of the chosen language, formatted. */

import { IntlMessageFormat } from 'intl-messageformat'
import { loaders, ownNames } from 'virtual:words'

import type { Message } from '../api/types.ts'
import { formatters, type NumberOptions } from './numbers.ts'

type Pattern = string | ConstructorParameters<typeof IntlMessageFormat>[0]
type Part = 'study' | 'rules' | 'errors'
type Item = string | number | Message
/** Anything that can be rendered: plain text, a message, or a list whose items are joined by commas. */
export type Text = string | Message | Item[]
export type Fields = Message['fields']

/** Messages that only join their items; no catalogue holds them. */
const SEPARATORS: Record<string, string> = { 'list.clauses': '; ', 'list.spaced': ' ', 'list.concat': '' }

/** Names beginning with the sound i: Spanish says “Ada e Inés”, “Ada e Yvonne”, but “Ada y Hierro”, “Ada y Yolanda”. */
const BEFORE_I = /^(i|í|hi(?![ae])|y(?![aeiouáéíóúü]))/i

/** Matches letters that are written from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Isolate a name that is written from right to left, so that it does not reorder the text around it. */
const isolated = (text: string): string => (FROM_RIGHT.test(text) ? `\u2068${text}\u2069` : text)

export const ENGLISH = 'en'
export const PSEUDO = 'en-XA'

/** The languages that can be chosen; the pseudo-language is for testing only. */
export const languages = Object.keys(loaders.page).filter((name) => name !== PSEUDO)

export { ownNames }

class Speech {
  language = $state(ENGLISH)
  #patterns = $state.raw<Record<string, Pattern>>({})
  #ready = new Map<string, IntlMessageFormat>()
  /** Parts that are loaded later; a promise until they are there. */
  #parts = new Map<Part, Promise<void> | true>()

  /** Load a language and switch to it; all texts change at once. */
  async choose(language: string): Promise<void> {
    const name = findLanguage(language) ?? ENGLISH
    this.#patterns = (await loaders.page[name]!()).default as Record<string, Pattern>
    this.#ready.clear()
    this.#parts.clear()
    this.language = name
    document.documentElement.lang = name
  }

  /** Load a part that the page does not start with; texts that need it appear then. */
  async load(part: Part): Promise<void> {
    const { language } = this
    const found = this.#parts.get(part) ?? this.#read(part, language)
    if (found === true) return
    this.#parts.set(part, found)
    try {
      await found
      if (language === this.language) this.#parts.set(part, true)
    } catch (error) {
      this.#parts.delete(part)
      throw error
    }
  }

  async #read(part: Part, language: string): Promise<void> {
    const more = (await loaders[part][language]!()).default as Record<string, Pattern>
    if (language === this.language) this.#patterns = { ...this.#patterns, ...more }
  }

  has(key: string): boolean {
    return key in this.#patterns
  }

  say(key: string, fields: Fields = {}): string {
    const pattern = this.#patterns[key]
    if (typeof pattern === 'string') return pattern
    if (pattern === undefined) {
      // A list may contain a table that cannot be read; the sentence for it is there a moment later.
      if (key.startsWith('error.') && this.#parts.get('errors') !== true) {
        this.load('errors').catch(() => undefined)
        return ''
      }
      console.error(`no message ${key}`)
      return key
    }
    let format = this.#ready.get(key)
    if (!format) {
      format = new IntlMessageFormat(pattern, this.language, undefined, { formatters })
      this.#ready.set(key, format)
    }
    const values = Object.entries(fields).map(([name, value]) => [name, this.#value(value)])
    return String(format.format(Object.fromEntries(values) as Record<string, string | number>))
  }

  /** Return the text of a message that Python chose, or of a list. */
  render(text: Text): string {
    if (typeof text === 'string') return text
    if (Array.isArray(text)) return this.#items(text).join(', ')
    const { key, fields } = text
    if (key === 'list.and') return this.list(this.#items(fields.items))
    const separator = SEPARATORS[key]
    return separator === undefined ? this.say(key, fields) : this.#items(fields.items).join(separator)
  }

  #items(items: Fields[string] | undefined): string[] {
    return Array.isArray(items) ? items.map((item) => String(this.#value(item))) : []
  }

  /** Return a value of a message. A number stays a number, which plurals and number formats need. */
  #value(value: Fields[string]): string | number {
    if (typeof value === 'number') return value
    return typeof value === 'string' ? isolated(value) : this.render(value)
  }

  number(value: number, options: NumberOptions = {}): string {
    return formatters.getNumberFormat(this.language, options).format(value)
  }

  /** Join names as the language does: “Ada, Bo and Cleo”. */
  list(items: string[]): string {
    const most = items.slice(0, -1).join(', ')
    const last = items.at(-1) ?? ''
    return most ? this.say(BEFORE_I.test(last) ? 'tell.list-before-i' : 'tell.list', { most, last }) : last
  }
}

export const speech = new Speech()
export const say = (key: string, fields?: Fields): string => speech.say(key, fields)
export const render = (text: Text): string => speech.render(text)

/** Aliases of language tags: Bokmål serves all of Norway, and the Portuguese catalogue was once called `pt`. */
const SAME: Record<string, string> = { no: 'nb', nn: 'nb', pt: 'pt-PT' }

/** Return the language for a tag such as `de-AT`, if there is one. */
export function findLanguage(tag: string): string | undefined {
  if (tag === PSEUDO) return PSEUDO
  const short = tag.toLowerCase().split('-')[0] ?? ''
  const known = SAME[short] ?? short
  return languages.includes(known) ? known : undefined
}

/** Return the first of the reader's languages that is available. */
export function preferred(wanted: readonly string[] = navigator.languages): string {
  return wanted.map(findLanguage).find((known) => known !== undefined) ?? ENGLISH
}
