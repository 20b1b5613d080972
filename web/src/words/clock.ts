/** The names of clocks. */

import type { Clock } from '../api/types.ts'
import { say } from './speech.svelte.ts'

const DAY = 86_400

export function clockName({ seconds, more = 0 }: Clock): string {
  if (seconds >= DAY) return say('web.clock.days', { days: seconds / DAY })
  return say('web.clock.minutes', { minutes: seconds / 60, more })
}
