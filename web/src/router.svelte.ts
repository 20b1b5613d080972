/** The router: the current address, and the screen that matches it. */

import type { Component } from 'svelte'

import { STATIC } from './api/here.svelte.ts'

export type Params = Record<string, string>
export type Screen = Component<{ params: Params }>

export interface Route {
  /** A path whose parts may be names, such as `/t/:table`. */
  path: string
  load: () => Promise<{ default: Screen }>
}

/** Patterns of the parameters in a path. An address that does not match, such as a truncated link, is not found. */
const SHAPES: Record<string, RegExp> = {
  table: /^[\w-]{22}$/,
  share: /^[\w-]{22}$/,
  day: /^\d{4}-\d\d-\d\d$/,
  box: /^[\w+-]+$/,
}

export function match(pattern: string, path: string): Params | null {
  const wanted = pattern.split('/')
  const given = path.replace(/(.)\/$/, '$1').split('/')
  if (wanted.length !== given.length) return null
  const params: Params = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    const name = part.startsWith(':') ? part.slice(1) : ''
    if (name && SHAPES[name]?.test(value)) params[name] = value
    else if (part !== value) return null
  }
  return params
}

/** The URL of the screen: in the path, or after the # on a site that any file server can serve from any folder. */
function address(): URL {
  return STATIC ? new URL(location.hash.replace(/^#(?=\/)/, '') || '/', location.origin) : new URL(location.href)
}

/** Return the full URL of a screen, to open it from outside the page. */
export const fullAddress = (path: string) => location.origin + (STATIC ? `${location.pathname}#` : '') + path

class Place {
  path = $state(address().pathname)
  query = $state.raw(address().searchParams)
  hash = $state(address().hash.slice(1))
  /** Whether the reader came here from another screen. */
  moved = false

  read(): void {
    // A # without a path is an anchor within the screen.
    if (STATIC && /^#[^/]/.test(location.hash)) return
    const { pathname, searchParams, hash } = address()
    this.moved ||= pathname !== this.path
    this.path = pathname
    this.query = searchParams
    this.hash = hash.slice(1)
  }
}

export const place = new Place()

export function go(to: string, how: { replace?: boolean } = {}): void {
  const there = STATIC ? `#${to}` : to
  if (how.replace) history.replaceState(null, '', there)
  else history.pushState(null, '', there)
  moved()
}

function moved(): void {
  const path = place.path
  place.read()
  if (place.path !== path && !place.hash) scrollTo(0, 0)
}

/** Follow links within the page without reloading it. */
export function followLinks(): void {
  addEventListener('popstate', () => place.read())
  addEventListener('hashchange', STATIC ? moved : () => place.read())
  if (STATIC) {
    // Links name screens by their paths; before one is followed or copied, it gets the URL that it has on this site.
    for (const event of ['pointerover', 'focusin', 'click']) document.addEventListener(event, behindHash, true)
    return
  }
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const special = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || special || event.defaultPrevented || link.target || link.hasAttribute('download')) return
    if (link.origin !== location.origin || link.pathname.startsWith('/api/') || link.pathname.startsWith('/docs'))
      return
    if (link.pathname === location.pathname && link.hash) return
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}

function behindHash(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
  link?.setAttribute('href', `#${link.getAttribute('href')}`)
}
