/** Components for the end of a match or a puzzle, loaded when it is near: the first screen does not need them. */

import type { Component, Snippet } from 'svelte'

import type { View } from '../../../api/types.ts'
import type { TableStore } from '../store.svelte.ts'

export interface EndProps {
  store: TableStore
  view: View
  /** Move the focus to the result, because the reader saw it end. */
  focus: boolean
  /** The codes of all seats, if each has one of its own. */
  children: Snippet
}

type End = 'daily' | 'same' | 'match'

const LOAD: Record<End, () => Promise<{ default: Component<EndProps> }>> = {
  daily: () => import('../../daily/DailyEnd.svelte'),
  same: () => import('./SameCodeEnd.svelte'),
  match: () => import('./EndCard.svelte'),
}

export const endOf = (view: View): End => (view.daily ? 'daily' : view.same ? 'same' : 'match')

export const loadEnd = (end: End): Promise<{ default: Component<EndProps> }> => LOAD[end]()
