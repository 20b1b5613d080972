/** Whether Keypeg is on this device, to play without a server. */

const KEY = 'keypeg.offline'

/** Built as a site without a server: everything is answered on the device. */
export const STATIC = import.meta.env.MODE === 'static'

function stored(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0
  } catch {
    return 0
  }
}

class Here {
  /** Bytes that were downloaded; 0 if nothing was. */
  bytes = $state(stored())

  get ready(): boolean {
    return this.bytes > 0
  }

  remember(bytes: number): void {
    this.bytes = bytes
    try {
      if (bytes) localStorage.setItem(KEY, String(bytes))
      else localStorage.removeItem(KEY)
    } catch {
      // Without storage nothing is downloaded either.
    }
  }
}

export const here = new Here()

/** Whether a table is on this device: its id says so. */
export const isHere = (table: string) => table.startsWith('device-')

/** Whether a path leads to a table on this device: of the page, or of the API. */
export const leadsHere = (path: string) => isHere(path.split('/')[2] ?? '')
