/** What happens when a puzzle of the day ends while somebody looks at it. */

import { now } from '../../api/server-time.ts'

/** Run something once when the time that `ends` returns has passed; 0 is never. */
export function atMidnight(ends: () => number, run: () => void): void {
  let passed = 0
  $effect(() => {
    const end = ends()
    if (!end || now.seconds < end || end === passed) return
    passed = end
    run()
  })
}
