/** The opponents at one of the reader's tables, or its day. */

import type { OwnTable } from '../../api/types.ts'
import { dayName } from '../../words/days.ts'
import { listNames } from '../../words/names.ts'
import { render, say } from '../../words/speech.svelte.ts'

export function company(table: OwnTable): string {
  if (table.daily) return dayName(table.daily)
  if (table.same) return say('web.shared.code')
  const others = table.seats.filter((seat) => !table.yours.includes(seat.seat))
  if (!others.length) return say('web.running.here')
  const names = others.filter((seat) => seat.kind !== 'open').map((seat) => render(seat.label))
  return names.length ? say('web.against', { who: listNames(names) }) : ''
}

export const gameName = (table: OwnTable): string => (table.daily ? say('web.door.daily') : render(table.name))

export const address = (table: OwnTable): string => (table.daily ? `/daily/${table.daily}` : `/t/${table.table}`)
