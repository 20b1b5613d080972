/** Statistics of one's own play, as the server sends them. */

export interface BoxStats {
  box: string
  rounds: number
  broken: number
  rows: number | null
  distribution: Record<string, number>
  measured: number
  loss: number | null
  luck: number | null
  skill: number | null
  proved: boolean
}

export interface Stats {
  boxes: BoxStats[]
  /** Finished tables that are not counted yet. */
  pending: number
}
