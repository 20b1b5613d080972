/** A review as the server sends it; docs/review.md says what its figures mean. */

export type Basis = 'proved' | 'estimated'

/** An earlier row that a guess contradicts, and the marks which that row would have earned. */
export interface Contradiction {
  row: number
  would: string
  earned: string
}

export interface RowReview {
  seat: number
  row: number
  guess: string
  marks: string
  before: number | null
  after: number | null
  could_be_code: boolean
  against: Contradiction[]
  best: string | null
  loss: number | null
  luck: number | null
  skill: number | null
  basis: Basis | null
}

export interface BoardReview {
  seat: number
  guesses: number
  measured: number
  broken: boolean
  start: number | null
  end: number | null
  loss: number
  luck: number
  skill: number | null
  basis: Basis | null
  contradicted: number | null
}

export interface Chance {
  seat: number
  code: string
  chance: number
}

export interface SplitRow {
  row: number
  seat: number
  guess: string
  marks: string
  told: { seat: number; bits: number; expected: number }[]
  chances: Chance[]
}

export interface CallReview {
  after: number
  seat: number
  code: string
  right: boolean | null
  chance: number | null
}

export interface MissedCall {
  after: number
  seat: number
  code: string
  chance: number
  last: boolean
}

interface Head {
  round: number
  code: number
  over: boolean
  void: boolean
  erred: number[]
}

export interface WholeRound extends Head {
  rows: RowReview[]
  boards: BoardReview[]
}

export interface SplitRound extends Head {
  start: Chance[]
  rows: SplitRow[]
  calls: CallReview[]
  missed: MissedCall[]
}

export type RoundReview = WholeRound | SplitRound

export interface Review {
  rules: string
  start: number | null
  basis: Basis | null
  rounds: RoundReview[]
}

export const isSplit = (round: RoundReview): round is SplitRound => 'calls' in round
