/** The state of a table in the page: the newest View, the connection, and moves being sent. */

import { listenAt } from '../../api/bell.ts'
import { api, newKey, Offline, Refused } from '../../api/client.ts'
import type { InWindow, View } from '../../api/types.ts'
import { nameAnswers } from '../../words/names.ts'

/** Milliseconds between polls: rarely while the bell is connected, more often while it is not. */
const NOW_AND_THEN = 60_000
const WITHOUT_BELL = 4_000

/** Return true if the same people are present in the View, whose version does not change when they come and go. */
const sameCompany = ({ seats }: View, here: number[]) =>
  seats.every((seat) => seat.kind !== 'person' || seat.here === here.includes(seat.seat))

export class TableStore {
  view = $state.raw<View | null>(null)
  /** True if the server responds. */
  up = $state(true)
  /** False if the View came after the connection was lost, so that changes may have been missed. */
  live = $state.raw(true)
  /** True while a move is being sent. */
  busy = $state(false)
  /** The sentence of the last error. */
  refusal = $state('')
  /** True if the host would rather play with someone else. */
  refused = $state(false)
  /** True if only players may see the table. */
  shut = $state(false)
  /** The reason why the table cannot be shown at all. */
  lost = $state('')
  /** True if this newer Keypeg cannot continue the table; its record can be saved. */
  outdated = $state(false)
  /** True if the table does not exist, so that retrying is of no use. */
  missing = $state(false)
  seat = $state<number | null>(null)

  #bell: { close: () => void } | null = null
  #timer = 0
  #reading: Promise<void> | null = null
  #again = false
  #closed = false

  constructor(readonly id: string) {}

  open(seat: number | null = null): void {
    this.seat = seat
    this.#closed = false
    this.#look(NOW_AND_THEN)
    void this.read().then(() => this.#listen())
  }

  /** Connect the bell, unless the table does not exist or was closed before its first View. */
  #listen(): void {
    if (this.lost || this.#closed) return
    this.#bell?.close()
    this.#bell = listenAt(this.id, {
      ring: ({ version, here }) => {
        if (!this.view || version > this.view.version || !sameCompany(this.view, here)) void this.read()
      },
      state: (up, silent) => {
        if (silent) this.up = false
        void this.read()
        this.#look(up ? NOW_AND_THEN : WITHOUT_BELL)
      },
    })
  }

  close(): void {
    this.#closed = true
    this.#bell?.close()
    clearInterval(this.#timer)
  }

  #look(every: number): void {
    clearInterval(this.#timer)
    this.#timer = window.setInterval(() => void this.read(), every)
  }

  /** Show the View of another seat of the same guest. */
  async turnTo(seat: number): Promise<void> {
    this.seat = seat
    await this.#reading
    await this.read()
  }

  /** Read the View. Calls during a read share one more read after it. */
  read(): Promise<void> {
    if (this.#reading) {
      this.#again = true
      return this.#reading
    }
    this.#reading = this.#read().finally(() => {
      this.#reading = null
      if (this.#again) {
        this.#again = false
        void this.read()
      }
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    try {
      const view = nameAnswers(await api.view(this.id, this.seat))
      const old = this.view
      this.live = this.up
      if (!old || view.version >= old.version || view.you !== old.you) this.view = view
      // A connection belongs to whoever opened it: one that a stranger opened never counts them as present.
      if (this.#bell && old?.you === null && view.you !== null) this.#listen()
      this.seat ??= view.you
      this.lost = ''
      this.up = true
    } catch (error) {
      if (error instanceof Refused && error.slug === 'seat-not-held' && this.view) await this.#leave(this.view)
      else if (error instanceof Refused && !this.view) {
        this.lost = error.message
        this.shut = error.slug === 'watch-not'
        this.outdated = error.slug === 'table-closed'
        this.missing = error.status === 404
        this.close()
      } else if (error instanceof Offline) this.up = false
    }
  }

  /** Handle the loss of the reader's seat. If the seat is open again, the host has refused them. */
  async #leave({ table, you }: View): Promise<void> {
    const now = await api.view(table).catch(() => null)
    this.refused = now?.seats.some(({ seat, kind }) => seat === you && kind === 'open') ?? false
    if (this.refused) this.close()
    else if (now) this.seat = null
  }

  /** Make a move. Return true once the server has stored it. A move without an answer is resent with the same key. */
  async move(move: string): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.refusal = ''
    try {
      await this.#deliver((version, key) => api.move(this.id, { move, version, key, seat: this.seat }))
      return true
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error)
      return false
    } finally {
      this.busy = false
      await this.read()
    }
  }

  /** Send any other change to the table. */
  async act(send: (version: number, key: string) => Promise<unknown>): Promise<boolean> {
    this.refusal = ''
    try {
      await this.#deliver(send)
      return true
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error)
      return false
    } finally {
      await this.read()
    }
  }

  /** Go on without a call, or take a minute to enter one. Never resent, because it could hit the next window. */
  async inWindow(what: InWindow['do']): Promise<void> {
    const seat = what === 'extend' ? this.seat : null
    try {
      await api.callWindow(this.id, { do: what, version: this.view?.version ?? 0, key: newKey(), seat })
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Offline)) throw error
    } finally {
      await this.read()
    }
  }

  async #deliver(send: (version: number, key: string) => Promise<unknown>): Promise<void> {
    const key = newKey()
    let stale = 0
    for (let wait = 400; ; wait = Math.min(wait * 2, 8000)) {
      const shape = this.#shape()
      try {
        await send(this.view?.version ?? 0, key)
        return
      } catch (error) {
        if (error instanceof Offline) {
          this.up = false
          await new Promise((done) => setTimeout(done, wait))
        } else if (error instanceof Refused && error.slug === 'version-stale' && stale < 5) {
          // Someone else moved meanwhile. Resend the move if the table still asks for it.
          stale += 1
          await this.read()
          if (this.#shape() !== shape) throw error
        } else throw error
      }
    }
  }

  /** What the table asks of this seat: its legal moves, and the number of its rows. */
  #shape(): string {
    const view = this.view
    if (!view) return ''
    const rows = view.boards.map((board) => (board.breaker === view.you ? board.rows.length : ''))
    return JSON.stringify([view.round, view.code, view.again, view.phase, view.may.map((may) => may.move), rows])
  }
}
