/** Browser notifications: turned on by the reader, and sent while the tab is hidden. */

/** Return true if the browser supports notifications. Over plain HTTP, as on a home network, it does not. */
export const canNotify = (): boolean => isSecureContext && 'Notification' in window

/** Ask for the reader's permission. Call this only in response to a tap or a key. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted'
}

/** Send a notification about a table; a later one about the same table replaces it. */
export async function notify(title: string, body: string, address: string): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return
  const options = { body, tag: address, icon: `${import.meta.env.BASE_URL}icon-192.png`, data: address }
  // On a phone, only a service worker may send notifications.
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
