/** Numbers as all messages show them: as the language writes them, and below zero with a real minus sign everywhere. */

import type { Formatters } from 'intl-messageformat'

export type NumberOptions = NonNullable<Parameters<Formatters['getNumberFormat']>[1]>

const made = new Map<string, unknown>()

/** Making a format costs far more than using it, so all messages share them. */
function shared<Format>(kind: string, args: unknown[], make: () => Format): Format {
  const key = JSON.stringify([kind, ...args])
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as Format
}

/** A language that writes numbers and dates in digits alike, where the browser does not know how: Chromium has no Icelandic. */
export const written = (language: string): string => (knows(language) ? language : 'da')

/** Whether the browser knows how a language writes dates, with their words. */
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
