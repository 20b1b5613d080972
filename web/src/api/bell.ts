/** What announces new versions of a table: a WebSocket that reconnects by itself, or this device. */

import { isHere } from './here.svelte.ts'
import type { Bell } from './types.ts'

const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000
/** Milliseconds without a heartbeat after which the connection counts as dead. */
const SILENCE = 45_000

export interface Ringing {
  ring: (bell: Bell) => void
  state: (up: boolean) => void
}

/** Listen at a table until it is closed. */
export function listenAt(table: string, on: Ringing): { close: () => void } {
  return isHere(table) ? new DeviceBell(table, on) : new Doorbell(table, on)
}

class DeviceBell {
  #stop: (() => void) | null = null
  #closed = false

  constructor(table: string, on: Ringing) {
    void import('../device/transport.ts').then(({ transport }) => {
      if (this.#closed) return
      this.#stop = transport.listen((bell) => {
        if (bell.table === table) on.ring(bell)
      })
      on.state(true)
    })
  }

  close(): void {
    this.#closed = true
    this.#stop?.()
  }
}

class Doorbell {
  #socket: WebSocket | null = null
  #closed = false
  #wait = FIRST_WAIT
  #timer = 0
  #silence = 0
  readonly #wake = () => {
    if (document.visibilityState === 'visible') this.#again()
  }

  constructor(
    private readonly table: string,
    private readonly on: Ringing,
  ) {
    addEventListener('online', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.#open()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#silence)
    removeEventListener('online', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    this.#socket?.close()
  }

  /** Reconnect at once: the laptop woke up, or the network is back. */
  #again(): void {
    if (this.#closed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return
    this.#wait = FIRST_WAIT
    this.#open()
  }

  #open(): void {
    clearTimeout(this.#timer)
    const address = `${location.origin.replace('http', 'ws')}/api/v1/tables/${this.table}/bell`
    const socket = new WebSocket(address)
    this.#socket = socket
    this.#listen()
    socket.onopen = () => {
      this.#wait = FIRST_WAIT
      this.on.state(true)
    }
    socket.onmessage = (message: MessageEvent<string>) => {
      this.#listen()
      this.on.ring(JSON.parse(message.data) as Bell)
    }
    socket.onclose = () => {
      if (this.#closed || socket !== this.#socket) return
      this.on.state(false)
      this.#timer = window.setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2))
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT)
    }
  }

  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = window.setTimeout(() => this.#socket?.close(), SILENCE)
  }
}
