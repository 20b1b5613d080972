/** Make a table and go there, once, however often the button is pressed. */

import { Offline, Refused } from '../api/client.ts'
import { go, place } from '../router.svelte.ts'

export class Opening {
  /** The sentence of the last error. */
  refusal = $state('')
  #asking = $state(false)
  #to = $state('')

  /** True from the press until the table is shown, which may have to be loaded, or until the request fails. */
  get busy(): boolean {
    return this.#asking || place.path === this.#to
  }

  async open(make: () => Promise<{ table: string }>): Promise<void> {
    if (this.busy) return
    this.#asking = true
    this.refusal = ''
    try {
      this.#to = `/t/${(await make()).table}`
      go(this.#to)
    } catch (error) {
      if (error instanceof Refused || error instanceof Offline) this.refusal = error.message
      else throw error
    } finally {
      this.#asking = false
    }
  }
}
