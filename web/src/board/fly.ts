/** A peg that travels from where it was taken to where it goes. */

import { still } from '../settings/settings.svelte.ts'

export function fly(from: Element | null, to: Element | null): void {
  const drawn = from?.querySelector('svg')
  if (!drawn || !to || still() || !drawn.animate) return
  const start = drawn.getBoundingClientRect()
  const end = (to.querySelector('svg') ?? to).getBoundingClientRect()
  const ghost = drawn.cloneNode(true) as SVGElement
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${start.width}px`,
    height: `${start.height}px`,
    zIndex: '40',
    pointerEvents: 'none',
  })
  document.body.append(ghost)
  const dx = end.left + end.width / 2 - start.left - start.width / 2
  const dy = end.top + end.height / 2 - start.top - start.height / 2
  const scale = end.width / start.width || 1
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
