/** A proxy before the server that loses and delays answers, as a bad connection does. */

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Seen {
  method: string
  path: string
  body: string
}

/** What happens to a request: `busy` refuses it, `lose` loses its answer, a promise keeps that back until it resolves. */
type Fault = 'busy' | 'lose' | Promise<void>

export class Proxy {
  /** Requests that have come in, in order. */
  readonly seen: Seen[] = []
  /** Bells that are connected. */
  bells = 0
  /** Cut every connection, and accept none. */
  #down = false
  #faults: { path: string; fault: Fault }[] = []
  readonly #sockets = new Set<Socket>()
  readonly #http = createServer((incoming, answer) => void this.#forward(incoming, answer))

  constructor(private readonly port: number) {
    this.#http.on('connection', (socket: Socket) => {
      if (this.#down) socket.destroy()
      this.#keep(socket)
    })
    this.#http.on('upgrade', (incoming: IncomingMessage, socket: Socket) => this.#pipe(incoming, socket))
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#http.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((done) => this.#http.close(done))
  }

  cut(): void {
    this.#down = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#down = false
  }

  /** Lose the answer to the next request whose path ends so; the server has carried it out. */
  loseAnswer(path: string): void {
    this.#faults.push({ path, fault: 'lose' })
  }

  /** Refuse the next request whose path ends so, as a server does that has too much to write. */
  refuseBusy(path: string): void {
    this.#faults.push({ path, fault: 'busy' })
  }

  /** Hold the answer to the next request whose path ends so until the returned function is called. */
  holdAnswer(path: string): () => void {
    let release: () => void = () => undefined
    this.#faults.push({ path, fault: new Promise((done) => (release = done)) })
    return release
  }

  /** Paths that were asked for, such as `GET /view`. */
  asked(end: string): Seen[] {
    return this.seen.filter(({ method, path }) => `${method} ${path}`.endsWith(end))
  }

  async #forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const path = new URL(incoming.url ?? '/', 'http://here').pathname
    this.seen.push({ method: incoming.method ?? '', path, body })
    const at = this.#faults.findIndex((one) => path.endsWith(one.path))
    const [found] = at < 0 ? [] : this.#faults.splice(at, 1)
    if (found?.fault === 'busy') {
      const busy = { error: 'server-busy', message: 'busy', seconds: 1 }
      answer.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0.1' }).end(JSON.stringify(busy))
      return
    }
    const { method, headers } = incoming
    const forwarded = request({ port: this.port, path: incoming.url, method, headers }, (answered) => {
      void text(answered).then(async (got) => {
        if (found?.fault === 'lose') return void answer.destroy()
        await found?.fault
        answer.writeHead(answered.statusCode ?? 500, answered.headers).end(got)
      })
    })
    forwarded.on('error', () => answer.destroy())
    forwarded.end(body)
  }

  #pipe(incoming: IncomingMessage, socket: Socket): void {
    const server = connect(this.port, '127.0.0.1', () => {
      const headers = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]))
      server.write([`${incoming.method} ${incoming.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
      server.pipe(socket).pipe(server)
    })
    this.#keep(server)
    this.bells += 1
    const end = () => {
      server.destroy()
      socket.destroy()
    }
    socket.on('close', () => (this.bells -= 1))
    for (const side of [server, socket]) side.on('close', end).on('error', end)
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket))
  }
}
