/** Pegs that are dropped on the row being filled. */

import { drag } from './drag.svelte.ts'
import type { Draft } from './draft.svelte.ts'

/** While the component lives, drops go into this row: a peg of its own is swapped, or taken away where it falls beside. */
export function takeDrops(draft: () => Draft | null): void {
  $effect(() => {
    drag.onDrop = ({ hole, from, peg }) => {
      const row = draft()
      if (hole === null) {
        if (from !== null) row?.place('', from)
      } else if (from !== null) row?.swap(from, hole)
      else row?.place(peg, hole)
    }
    return () => (drag.onDrop = null)
  })
}
