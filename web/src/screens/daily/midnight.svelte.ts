/** Run something when a puzzle of the day ends while it is on the screen. */

import { now } from '../../api/server-time.ts'

/** Run something once, at the time that `ends` returns; 0 means never. */
export function atMidnight(ends: () => number, run: () => void): void {
  let passed = 0
  $effect(() => {
    const end = ends()
    if (!end || now.seconds < end || end === passed) return
    passed = end
    run()
  })
}
