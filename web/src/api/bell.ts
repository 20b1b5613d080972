/** Announces new versions of a table, through a WebSocket that reconnects by itself, or from this device. */

import { isHere } from './here.svelte.ts'
import type { Bell } from './types.ts'

const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000
/** Milliseconds between the beats of a visible tab, each of which the server answers. */
const BEAT = 3000
/** Milliseconds without a message after which the connection counts as dead: a broken line raises no error. */
const SILENCE = 2 * BEAT
const SILENCE_HIDDEN = 45_000

export interface Ringing {
  ring: (bell: Bell) => void
  /** The connection is up or down; `silent` if it went down without an error, so that other requests would hang too. */
  state: (up: boolean, silent?: boolean) => void
}

const visible = () => document.visibilityState === 'visible'

/** Close a connection. One that is still opening is closed once it is open, because browsers complain otherwise. */
function end(socket: WebSocket): void {
  socket.onmessage = null
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}

/** Listen for changes of a table until `close` is called. */
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
  #beats = 0
  readonly #wake = () => {
    if (visible()) this.#again()
    this.#beat()
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
    clearInterval(this.#beats)
    removeEventListener('online', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    if (this.#socket) end(this.#socket)
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
      if (socket !== this.#socket) return
      this.#wait = FIRST_WAIT
      this.#beat()
      this.on.state(true)
    }
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket !== this.#socket) return
      this.#listen()
      this.on.ring(JSON.parse(message.data) as Bell)
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost()
    }
  }

  /** Send beats from now on while the tab is visible. A hidden tab says that it will not: its timers may stop. */
  #beat(): void {
    clearInterval(this.#beats)
    this.#listen()
    if (visible()) {
      this.#send('beat')
      this.#beats = window.setInterval(() => this.#send('beat'), BEAT)
    } else this.#send('rest')
  }

  #send(text: 'beat' | 'rest'): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  /** Wait for the next message. */
  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = window.setTimeout(() => this.#lost(true), visible() ? SILENCE : SILENCE_HIDDEN)
  }

  /** Report the loss and reconnect. Closing a dead connection takes long, so nothing waits for that. */
  #lost(silent = false): void {
    if (this.#closed) return
    const dead = this.#socket
    this.#socket = null
    if (dead) end(dead)
    clearTimeout(this.#silence)
    clearInterval(this.#beats)
    this.on.state(false, silent)
    this.#timer = window.setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2))
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT)
  }
}
