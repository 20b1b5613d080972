/** Draw a result as a picture that does not reveal the code. The text comes from the server. */

import type { Attempt, Board, Pair, View } from '../../../api/types.ts'
import { render, say } from '../../../words/speech.svelte.ts'
import { boxName } from '../../../words/names.ts'

export interface Result {
  title: string
  said: string
  /** The marks of each row, of the reader's last code. */
  rows: Pair[]
  holes: number
}

export function resultOf(view: View): Result {
  const own = (attempt: Attempt): Board | undefined => attempt.boards.find((board) => board.breaker === view.you)
  const attempt = view.past.findLast((one) => own(one) && !one.verdict.void) ?? view.past.at(-1)
  const board = attempt && (own(attempt) ?? attempt.boards[0])
  return {
    title: view.daily ? say('tell.share-result.daily', { day: view.daily }) : boxName(view.rules),
    said: render(view.sentences.result ?? view.sentences.status),
    rows: (board?.rows ?? []).flatMap((row) => (row.total ? [row.total] : [])),
    holes: board?.rows[0]?.guess.length ?? 4,
  }
}

/** Painted as the page is. */
export async function resultPicture(result: Result): Promise<Blob> {
  const style = getComputedStyle(document.documentElement)
  const paint = (name: string) => style.getPropertyValue(name).trim()
  const step = 56
  const canvas = Object.assign(document.createElement('canvas'), {
    width: 720,
    height: 250 + step * result.rows.length,
  })
  const pen = canvas.getContext('2d')!
  const wood = pen.createLinearGradient(0, 0, 0, canvas.height)
  wood.addColorStop(0, paint('--wood'))
  wood.addColorStop(1, paint('--wood-deep'))
  pen.fillStyle = wood
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = paint('--ink')
  pen.font = '600 44px Georgia, serif'
  pen.fillText('Keypeg', 48, 84)
  pen.font = '28px system-ui, sans-serif'
  pen.fillText(result.title, 48, 134, 624)
  pen.fillText(result.said, 48, 176, 624)
  for (const [at, [exact, near]] of result.rows.entries()) {
    const y = 226 + at * step
    pen.fillStyle = paint('--plate')
    pen.beginPath()
    pen.roundRect(84, y - 24, 24 + result.holes * 44, 48, 16)
    pen.fill()
    pen.fillStyle = paint('--ink')
    pen.fillText(String(at + 1), 48, y + 10)
    for (let hole = 0; hole < result.holes; hole += 1) {
      const filled = hole < exact + near
      pen.fillStyle = paint(hole < exact ? '--key-exact' : filled ? '--key-near' : '--key-none')
      pen.beginPath()
      pen.arc(118 + hole * 44, y, filled ? 17 : 7, 0, 7)
      pen.fill()
    }
  }
  return new Promise((done) => canvas.toBlob((blob) => done(blob!), 'image/png'))
}
