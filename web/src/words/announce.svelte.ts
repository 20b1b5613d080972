/** What a screen reader is told without moving the focus. */

class Announcer {
  text = $state('')
}

export const announcer = new Announcer()

/** Say it; the same words twice are said twice. */
export function announce(text: string): void {
  announcer.text = announcer.text === text ? `${text}\u00a0` : text
}
