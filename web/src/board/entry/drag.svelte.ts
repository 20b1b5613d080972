/** Dragging a peg with finger, pen or mouse; a short movement stays a tap. */

import type { Draft } from './draft.svelte.ts'

interface Drop {
  /** The hole of the row that is being filled under the pointer, if any. */
  hole: number | null
  /** The hole of that row from which the peg came; null if it came from elsewhere. */
  from: number | null
  peg: string
}

const FAR = 8
const LONG = 280

class Drag {
  peg = $state('')
  x = $state(0)
  y = $state(0)
  over = $state<number | null>(null)
  onDrop: ((drop: Drop) => void) | null = null
}

export const drag = new Drag()

interface Source {
  peg: string
  from?: number
  /** The peg is inside a scrolling element: a touch drags only after a long press. */
  scrolls?: boolean
  onLong?: () => void
}

export function draggable(node: HTMLElement, source: Source) {
  let now = source
  let start: { x: number; y: number; id: number } | null = null
  let timer = 0
  let armed = false

  const holeAt = (x: number, y: number): number | null => {
    const hole = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-hole]')
    return hole ? Number(hole.dataset.hole) : null
  }
  const lift = (event: { clientX: number; clientY: number }) => {
    drag.peg = now.peg
    drag.x = event.clientX
    drag.y = event.clientY
  }
  const stop = () => {
    clearTimeout(timer)
    for (const [name, listener] of following) removeEventListener(name, listener as EventListener)
    start = null
    armed = false
    drag.peg = ''
    drag.over = null
  }
  const down = (event: PointerEvent) => {
    if (event.button || !now.peg || now.peg === '?') return
    start = { x: event.clientX, y: event.clientY, id: event.pointerId }
    armed = event.pointerType === 'mouse' || !now.scrolls
    for (const [name, listener] of following) addEventListener(name, listener as EventListener)
    if (event.pointerType !== 'mouse') node.releasePointerCapture(event.pointerId)
    timer = window.setTimeout(() => {
      if (now.scrolls) {
        armed = true
        lift(event)
      } else if (!drag.peg) now.onLong?.()
    }, LONG)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== start?.id) return
    const far = Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR
    if (far && !armed) {
      stop()
      return
    }
    if (far) clearTimeout(timer)
    if (far && !drag.peg) lift(event)
    if (!drag.peg) return
    drag.x = event.clientX
    drag.y = event.clientY
    drag.over = holeAt(event.clientX, event.clientY)
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId !== start?.id) return
    const dropped = drag.peg
    const drop = { hole: holeAt(event.clientX, event.clientY), from: now.from ?? null, peg: now.peg }
    stop()
    if (!dropped) return
    drag.onDrop?.(drop)
    // The click that follows the drag is not a tap.
    const swallow = (click: Event) => click.stopPropagation()
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
  }
  const touch = (event: TouchEvent) => {
    if (drag.peg) event.preventDefault()
  }

  /** Keep the browser from selecting and dragging text instead. */
  const never = (event: Event) => event.preventDefault()

  // Listen on the window only while a peg is held: a board has many pegs.
  const following = [
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', stop],
  ] as const

  node.addEventListener('pointerdown', down)
  node.addEventListener('touchmove', touch, { passive: false })
  node.addEventListener('selectstart', never)
  node.addEventListener('dragstart', never)
  return {
    update(next: Source) {
      now = next
    },
    destroy() {
      if (start) stop()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('touchmove', touch)
      node.removeEventListener('selectstart', never)
      node.removeEventListener('dragstart', never)
    },
  }
}

/** While the component lives, drop pegs into this row: its own pegs swap, or leave it if dropped outside. */
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
