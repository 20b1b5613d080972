/** What the server sends and takes, as in docs/api.md. */

export type Pair = [exact: number, near: number]
export type Phase = 'draw' | 'deal' | 'hide' | 'guess' | 'mark' | 'judge' | 'call' | 'reveal' | 'decide' | 'over'
export type Coach = 'off' | 'check' | 'explain' | 'hint'
export type KeyStyle = 'pegs' | 'pins' | 'arms'

export interface Space {
  holes: number
  pegs: string
  distinct: boolean
}

export interface Rules {
  text: string
  box: string
  name: string
  variants: string[]
  options: Record<string, string>
  seats: number
  palette: string
  codes: Space[]
  guesses: Space[]
  size: number[]
  blanks: boolean
  rounds: number
  codes_a_round: number
  rows: number | null
  all_break: boolean
  together: boolean
  equal_turns: boolean
  split: boolean
  boards: number
  supply: number | null
  fresh_guesses: boolean
  full_rows: boolean
  marking: 'table' | 'hand' | 'hand-checked' | 'home'
  counts_only: boolean
  secret_calls: boolean
  last_one_wins: boolean
  fewest_win: boolean
  rounds_won: boolean
  key: KeyStyle
}

export interface Clock {
  seconds: number
  more: number
}

export type Sitter = { kind: 'me'; name?: string } | { kind: 'open' } | { kind: 'computer'; player: string }

export interface NewTable {
  rules: string
  seats?: Sitter[]
  coach?: Coach
  clock?: Clock | null
  grace?: number | null
  watch?: boolean
  name?: string
}

export interface Invite {
  seat: number
  invite: string
  link: string
}

export interface Made {
  table: string
  version: number
  seats: number[]
  invites: Invite[]
  link: string
}

export interface Taken {
  table: string
  seat: number
  version: number
}

export interface Done {
  table: string
  version: number
}

export interface Seat {
  seat: number
  kind: 'person' | 'computer' | 'open'
  name: string
  player: string | null
  you: boolean
  here: boolean
  away_since: number | null
  claim_from: number | null
  points: number
  out: boolean
  left: number | null
}

export interface Share {
  holder: number
  code: string | null
}

export interface Row {
  guess: string
  marks: (Pair | null)[]
  total: Pair | null
  text: string
}

export interface Board {
  breaker: number
  number: number
  answered_by: number[]
  rows: Row[]
  turn: boolean
  marking: boolean
}

export interface Called {
  seat: number
  code: string
  right: boolean | null
  judged: [number, boolean][]
}

export interface Verdict {
  void: boolean
  adds: number[]
  erred: number[]
  broke: Pair[]
  unbroken: number[]
  winners: number[]
  text: string
}

export interface Seal {
  holder: number
  seal: string
  salt: string | null
}

export interface Attempt {
  round: number
  code: number
  starter: number
  shares: Share[]
  boards: Board[]
  calls: Called[]
  out: number[]
  gave_up: number[]
  absent: number[]
  verdict: Verdict
  seals: Seal[]
}

export interface Outcome {
  points: number[]
  winner: number | null
}

export type MoveName = 'hide' | 'guess' | 'mark' | 'call' | 'judge' | 'pass' | 'reveal' | 'claim' | 'accept' | 'give-up'

/** A kind of move that can be made now, and what it needs; what is at its default is left out. */
export interface May {
  move: MoveName
  board?: number | null
  holes?: number
  pegs?: string
  distinct?: boolean
  empty?: number[]
  most_empty?: number
  left?: Record<string, number> | null
  earlier?: string[]
  fill?: string
  filled?: number
  guess?: string
  shares?: number
}

export interface Said {
  version: number
  seat: number
  phrase: string
  at: number
}

export interface View {
  table: string
  version: number
  rules: Rules
  seats: Seat[]
  you: number | null
  yours: number[]
  phase: Phase
  to_act: number[]
  first: number | null
  round: number
  code: number
  again: number
  starter: number
  shares: Share[]
  boards: Board[]
  placed: string[]
  out: number[]
  gave_up: number[]
  unfit: number[]
  calls: Called[]
  seals: Seal[]
  past: Attempt[]
  points: number[]
  outcome: Outcome | null
  last: { seat: number; move: string } | null
  may: May[]
  may_undo: boolean
  may_claim: number[]
  coach: {
    level: Coach
    used: Record<string, number>[]
    may_ask: boolean
    next_grade: 'nudge' | 'good' | 'best' | null
  }
  clock: Clock | null
  clock_at: number | null
  grace: number | null
  watch: boolean
  daily: string | null
  says: Said[]
  phrases: string[]
  rematch: { table: string; by: number } | null
  rematch_of: string | null
  invites: Invite[]
}

export interface Bell {
  table: string
  version: number
  here: number[]
}

export interface Option {
  name: string
  default: string
  values: string[]
  least: number
  most: number
  unlimited: boolean
  needs: string[]
  excludes: string[]
}

export interface Box {
  id: string
  name: string
  free: boolean
  variants: string[]
  options: Option[]
  rules: Rules
}

/** A row that would have earned other marks if the planned guess were the code; it counts from 1. */
export interface Against {
  seat: number
  board: number
  row: number
  guess: string
  would: Pair | null
  earned: Pair
}

export interface Advice {
  version: number
  kind: string
  said: string[]
  possible: boolean | null
  rows: Against[]
  move: string | null
}

export interface OwnTable {
  table: string
  rules: string
  box: string
  created: number
  touched: number
  version: number
  over: boolean
  seats: { seat: number; kind: 'person' | 'computer' | 'open'; name: string; player: string | null }[]
  yours: number[]
  your_turn: boolean
  winner: number | null
  points: number[]
  daily: string | null
}

export interface OwnTables {
  tables: OwnTable[]
  next: number | null
}

export interface RulesExample {
  rules: string
  code: string
  guess: string
  /** `exact,near`; of a split code b, w or -, hole by hole. */
  marks: string
}

export interface RulesPage {
  box: string
  title: string
  sections: { id: string; title: string; paragraphs: { text: string; ours: boolean; example: RulesExample | null }[] }[]
}

export interface Daily {
  day: string
  rules: string
  ends: number
  table: string | null
  rows: number | null
  solved: boolean | null
  streak: number
  best_streak: number
  played: number
  distribution: Record<string, number>
}
