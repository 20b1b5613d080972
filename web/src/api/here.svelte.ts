/** Whether Keypeg was downloaded to this device, to play without a server. */

import { onDevice } from '../settings.svelte.ts'

const KEY = 'keypeg.offline'

/** True if built as a site without a server: the device answers everything. */
export const STATIC = import.meta.env.MODE === 'static'

class Here {
  /** Bytes that were downloaded; 0 if nothing was. */
  bytes = $state(onDevice.get<number>(KEY, 0))

  get ready(): boolean {
    return this.bytes > 0
  }

  remember(bytes: number): void {
    this.bytes = bytes
    onDevice.put(KEY, bytes || null)
  }
}

export const here = new Here()

/** Return true if a table is on this device: its id says so. */
export const isHere = (table: string) => table.startsWith('device-')

/** Return true if a path, of the page or of the API, leads to a table on this device. */
export const leadsHere = (path: string) => isHere(path.split('/')[2] ?? '')
