/** Days as the language writes them. A day is one of the server, in UTC. */

import { speech } from './speech.svelte.ts'

/** The English of the catalogue is British. */
const locale = () => (speech.language === 'en' ? 'en-GB' : speech.language)

/** Weekday, day and month; the year if it is not this one. */
export function dayName(day: string): string {
  const year = day.startsWith(String(new Date().getUTCFullYear())) ? {} : ({ year: 'numeric' } as const)
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC', ...year } as const
  return new Intl.DateTimeFormat(locale(), format).format(new Date(`${day}T00:00Z`))
}
