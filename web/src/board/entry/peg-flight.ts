/** Animate a peg from the tray to its hole. */

import { still } from '../../settings.svelte.ts'

/** Start after the next paint, so that the peg appears in its hole at once. */
export function fly(from: Element | null, to: Element | null): void {
  if (still()) return
  requestAnimationFrame(() => setTimeout(() => start(from, to)))
}

function start(from: Element | null, to: Element | null): void {
  const drawn = from?.querySelector('svg')
  if (!drawn || !to) return
  const begin = drawn.getBoundingClientRect()
  const end = (to.querySelector('svg') ?? to).getBoundingClientRect()
  const ghost = drawn.cloneNode(true) as SVGElement
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${begin.left}px`,
    top: `${begin.top}px`,
    width: `${begin.width}px`,
    height: `${begin.height}px`,
    zIndex: '40',
    pointerEvents: 'none',
  })
  document.body.append(ghost)
  const dx = end.left + end.width / 2 - begin.left - begin.width / 2
  const dy = end.top + end.height / 2 - begin.top - begin.height / 2
  const scale = end.width / begin.width || 1
  const flight = ghost.animate(
    [
      { transform: 'none' },
      { transform: `translate(${dx * 0.6}px, ${dy * 0.75}px) scale(${(1.15 + scale) / 2})`, offset: 0.6 },
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
    ],
    { duration: 200, easing: 'cubic-bezier(.3,.7,.3,1)' },
  )
  flight.onfinish = flight.oncancel = () => ghost.remove()
}
