/** The real Keypeg server, in a process of its own with an empty data folder. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Python that has Keypeg installed; hatch_build.py names its own. */
const PYTHON = process.env.KEYPEG_PYTHON ?? join(import.meta.dirname, '../../../.venv/bin/python')

export interface Server {
  port: number
  stop: () => Promise<void>
}

export async function startServer(): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'keypeg-'))
  const child = spawn(PYTHON, ['-m', 'keypeg', 'serve', '--port', '0', '--no-browser', '--data-dir', data], {
    env: { ...process.env, KEYPEG_LIMITS: 'false', KEYPEG_THINKERS: '0', KEYPEG_LANGUAGE: 'en' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const port = await new Promise<number>((found, fail) => {
    let printed = ''
    child.once('error', fail)
    child.once('exit', () => fail(new Error(`the server ended before it listened: ${printed}`)))
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString()
      const match = /http:\/\/[^:\s]+:(\d+)/.exec(printed)
      if (match) found(Number(match[1]))
    })
  })
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}
