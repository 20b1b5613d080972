/** The home board, stored on this device until another one is started. */

import type { LevelName } from '../../api/types.ts'
import type { Placed } from '../../board/entered-rows.svelte.ts'
import { onDevice } from '../../settings.svelte.ts'

const KEY = 'keypeg.home-board'

export type Role = 'break' | 'help' | 'referee'

export interface Saved {
  rules: string
  role: Exclude<Role, 'referee'>
  /** The seat that breaks. */
  seat: number
  /** Shares of a split code that the seat holds, if entered. */
  own: string[]
  /** Keypeg's level as a breaker, and the seed of its choices. */
  level: LevelName
  seed: string
  rows: Placed[]
}

export const load = () => onDevice.get<Saved | null>(KEY, null)
export const save = (saved: Saved | null) => onDevice.put(KEY, saved)
