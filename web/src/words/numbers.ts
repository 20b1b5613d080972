/** Numbers in messages: in the format of the language, but always with a true minus sign. */

import type { Formatters } from 'intl-messageformat'

export type NumberOptions = NonNullable<Parameters<Formatters['getNumberFormat']>[1]>

const made = new Map<string, unknown>()

/** Cache a format for all messages, because making one costs far more than using it. */
function shared<Format>(kind: string, args: unknown[], make: () => Format): Format {
  const key = JSON.stringify([kind, ...args])
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as Format
}

/** Return the language, or one with the same formats if the browser does not know it: Chromium has no Icelandic. */
export const written = (language: string): string => (knows(language) ? language : 'da')

/** Return true if the browser knows the date formats of a language, including words. */
export const knows = (language: string): boolean => Intl.DateTimeFormat.supportedLocalesOf(language).length > 0

function numbers(language?: string | string[], options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const inner = new Intl.NumberFormat([language ?? []].flat().map(written), options)
  const format = inner.format.bind(inner)
  return Object.defineProperty(inner, 'format', { value: (value: number) => format(value).replace('-', '−') })
}

export const formatters: Formatters = {
  getNumberFormat: (language, options) => shared('number', [language, options], () => numbers(language, options)),
  getDateTimeFormat: (...args) => shared('date', args, () => new Intl.DateTimeFormat(...args)),
  getPluralRules: (...args) => shared('plural', args, () => new Intl.PluralRules(...args)),
}
