/** Whether the server can be reached, as far as the last request tells. */

class Connection {
  up = $state(navigator.onLine)
  #cuts = 0

  cut(): void {
    this.#cuts += 1
    this.up = false
  }

  /** To be called when a request that is sent now is answered: of a line that was cut meanwhile that says nothing. */
  asking(): () => void {
    const before = this.#cuts
    return () => {
      if (before === this.#cuts) this.up = true
    }
  }
}

export const connection = new Connection()

addEventListener('online', () => (connection.up = true))
addEventListener('offline', () => connection.cut())
