/** How long until a moment, in hours and minutes. */

import { say } from '../../words/speech.svelte.ts'

export function untilWords(ends: number, now = Date.now() / 1000): string {
  const minutes = Math.max(Math.ceil((ends - now) / 60), 0)
  return say('web.daily.until', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
