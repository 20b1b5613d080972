/** Whether the last request reached the server. */

class Connection {
  up = $state(navigator.onLine)
  #cuts = 0

  cut(): void {
    this.#cuts += 1
    this.up = false
  }

  /** Return a function to call once this request is answered. It does nothing if the connection was cut meanwhile. */
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
