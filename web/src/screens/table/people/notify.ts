/** Notifications of the browser: asked for by the reader, sent to a tab that nobody looks at. */

/** Whether the browser has any. Over an open line, as on a home network, it has not. */
export const canNotify = (): boolean => isSecureContext && 'Notification' in window

/** Ask the reader's permission. Call this for a tap or a key, never by itself. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted'
}

/** Notify of something at a table; a later notification of the same table takes its place. */
export async function notify(title: string, body: string, address: string): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return
  const options = { body, tag: address, icon: `${import.meta.env.BASE_URL}icon-192.png`, data: address }
  // On a phone only a worker may notify.
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  if (worker?.active) await worker.showNotification(title, options)
  else {
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  }
}
