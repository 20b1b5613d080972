/** A row that was made too fast to be followed is seen a little later. */

/** Leaves what is drawn here unseen until it is due; a board that is drawn anew goes on waiting from where it was. */
export function delay(node: HTMLElement, due: number): void {
  const left = due - performance.now()
  if (left <= 0) return
  node.dataset.paced = ''
  node.style.setProperty('--wait', `${Math.round(left)}ms`)
}
