/** Every sentence of the page: messages of the chosen language, formatted. */

import { IntlMessageFormat } from 'intl-messageformat'
import { loaders } from 'virtual:words'

import { formatters, type NumberOptions } from './numbers.ts'

type Message = string | ConstructorParameters<typeof IntlMessageFormat>[0]
export type Fields = Record<string, string | number>

export const ENGLISH = 'en'
export const PSEUDO = 'en-XA'

/** The languages that can be chosen; the pseudo-language is for testing only. */
export const languages = Object.keys(loaders).filter((name) => name !== PSEUDO)

class Speech {
  language = $state(ENGLISH)
  #messages = $state.raw<Record<string, Message>>({})
  #ready = new Map<string, IntlMessageFormat>()

  /** Load and speak a language; what is said changes everywhere at once. */
  async choose(language: string): Promise<void> {
    const name = language in loaders ? language : ENGLISH
    this.#messages = (await loaders[name]!()).default as Record<string, Message>
    this.#ready.clear()
    this.language = name
    document.documentElement.lang = name
  }

  has(key: string): boolean {
    return key in this.#messages
  }

  say(key: string, fields: Fields = {}): string {
    const message = this.#messages[key]
    if (typeof message === 'string') return message
    if (message === undefined) {
      console.error(`no message ${key}`)
      return key
    }
    let format = this.#ready.get(key)
    if (!format) {
      format = new IntlMessageFormat(message, this.language, undefined, { formatters })
      this.#ready.set(key, format)
    }
    return String(format.format(fields))
  }

  number(value: number, options: NumberOptions = {}): string {
    return formatters.getNumberFormat(this.language, options).format(value)
  }

  list(items: string[]): string {
    return new Intl.ListFormat(this.language, { type: 'conjunction' }).format(items)
  }
}

export const speech = new Speech()
export const say = (key: string, fields?: Fields): string => speech.say(key, fields)

/** The first of the reader's languages that there is. */
export function preferred(wanted: readonly string[] = navigator.languages): string {
  for (const name of wanted) {
    const short = name.toLowerCase().split('-')[0] ?? ''
    const known = short === 'no' || short === 'nn' ? 'nb' : short
    if (languages.includes(known)) return known
  }
  return ENGLISH
}
