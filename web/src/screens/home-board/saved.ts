/** The real board that this device sits beside, kept until another one is begun. */

import type { LevelName } from '../../api/types.ts'
import type { Placed } from '../../board/entered-rows.svelte.ts'

const KEY = 'keypeg.home-board'

export type Role = 'break' | 'help' | 'referee'

export interface Saved {
  rules: string
  role: Exclude<Role, 'referee'>
  /** Who breaks. */
  seat: number
  /** The shares of a split code that this seat holds, where it tells them. */
  own: string[]
  /** How well Keypeg breaks, and what makes it choose the same again. */
  level: LevelName
  seed: string
  rows: Placed[]
}

export function load(): Saved | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Saved | null
  } catch {
    return null
  }
}

export function save(saved: Saved | null): void {
  try {
    if (saved) localStorage.setItem(KEY, JSON.stringify(saved))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the rows live as long as the page.
  }
}
