/** Types of the API, generated from its description, and names for parts of them. */

import type {
  AskHome,
  Coaching,
  Computer,
  May,
  Me,
  Open,
  Row,
  Rules,
  View,
  Review,
  ReviewedRound,
  SplitRound,
} from './generated.ts'

export type * from './generated.ts'

export type Pair = NonNullable<Row['total']>
export type Phase = View['phase']
export type Coach = Coaching['level']
export type KeyStyle = Rules['key']
export type MoveName = May['move']
export type Sitter = Me | Open | Computer
export type LevelName = NonNullable<AskHome['level']>
export type AnyReview = Omit<Review, 'rounds'> & { rounds: AnyRound[] }
export type AnyRound = ReviewedRound | SplitRound
