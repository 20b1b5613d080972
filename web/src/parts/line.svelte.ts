/** Whether the server can be reached, as far as the last request tells. */

class Line {
  up = $state(navigator.onLine)
}

export const line = new Line()

addEventListener('online', () => (line.up = true))
addEventListener('offline', () => (line.up = false))
