/** Dates in the format of the language. A day of the server is in UTC. */

import { knows, written } from './numbers.ts'
import { speech } from './speech.svelte.ts'

/** The English of the catalogue is British. */
const locale = () => (speech.language === 'en' ? 'en-GB' : speech.language)

/** Return weekday, day and month, with the year unless it is the current one. */
export function dayName(day: string): string {
  if (!knows(locale())) return inDigits(new Date(`${day}T00:00Z`), 'UTC')
  const year = day.startsWith(String(new Date().getUTCFullYear())) ? {} : ({ year: 'numeric' } as const)
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC', ...year } as const
  return new Intl.DateTimeFormat(locale(), format).format(new Date(`${day}T00:00Z`))
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Say how long ago a time, in seconds since 1970, was; less than a minute ago is "now". */
export function ago(time: number): string {
  if (!knows(locale())) return since(time)
  const passed = Math.max(Date.now() / 1000 - time, 0)
  const [unit, size] = STEPS.find((step) => passed >= step[1]) ?? ['second', 60]
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-Math.floor(passed / size), unit)
}

/** Return the time of day of a time in seconds since 1970, or its date if that is not today. */
export function since(time: number): string {
  const then = new Date(time * 1000)
  const today = then.toDateString() === new Date().toDateString()
  if (today) return new Intl.DateTimeFormat(written(locale()), { timeStyle: 'short' }).format(then)
  return date(time)
}

/** Return the date of a time in seconds since 1970. */
export function date(time: number): string {
  const then = new Date(time * 1000)
  return knows(locale()) ? new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(then) : inDigits(then)
}

const inDigits = (time: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(written(locale()), { dateStyle: 'short', timeZone }).format(time)
