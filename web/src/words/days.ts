/** Days as the language writes them. A day is one of the server, in UTC. */

import { knows, written } from './numbers.ts'
import { speech } from './speech.svelte.ts'

/** The English of the catalogue is British. */
const locale = () => (speech.language === 'en' ? 'en-GB' : speech.language)

/** Weekday, day and month; the year if it is not this one. */
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

/** How long ago a time is, in seconds since 1970: within a minute it is now. */
export function ago(time: number): string {
  if (!knows(locale())) return since(time)
  const passed = Math.max(Date.now() / 1000 - time, 0)
  const [unit, size] = STEPS.find((step) => passed >= step[1]) ?? ['second', 60]
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-Math.floor(passed / size), unit)
}

/** The time of day, of a time in seconds since 1970; the day instead if that was another one. */
export function since(time: number): string {
  const then = new Date(time * 1000)
  const today = then.toDateString() === new Date().toDateString()
  if (today) return new Intl.DateTimeFormat(written(locale()), { timeStyle: 'short' }).format(then)
  return date(time)
}

/** The date of a time in seconds since 1970. */
export function date(time: number): string {
  const then = new Date(time * 1000)
  return knows(locale()) ? new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(then) : inDigits(then)
}

const inDigits = (time: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(written(locale()), { dateStyle: 'short', timeZone }).format(time)
