/** The order of boards on the table. */
import type { Board } from '../../../api/types.ts'

/** Return the boards with their indices: the reader's own first, the others in order of seats. */
export function inTableOrder(boards: Board[], you: number | null): { board: Board; index: number }[] {
  return boards
    .map((board, index) => ({ board, index }))
    .sort(
      (a, b) =>
        Number(b.board.breaker === you) - Number(a.board.breaker === you) ||
        a.board.breaker - b.board.breaker ||
        a.board.number - b.board.number,
    )
}
