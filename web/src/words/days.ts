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

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long ago a time is, in seconds since 1970. */
export function ago(time: number): string {
  const passed = Math.max(Date.now() / 1000 - time, 0)
  const [unit, size] = STEPS.find((step) => passed >= step[1]) ?? ['minute', 60]
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-Math.floor(passed / size), unit)
}

/** The time of day, of a time in seconds since 1970; the day instead if that was another one. */
export function since(time: number): string {
  const then = new Date(time * 1000)
  const today = then.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(locale(), today ? { timeStyle: 'short' } : { dateStyle: 'medium' }).format(then)
}
