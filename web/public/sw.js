/* Keeps the page itself at hand, so that an installed Keypeg opens without a line and can say what is missing.
   Tables live on the server: nothing of /api is kept. */

const SHELF = 'keypeg-page'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(fetch('/').then(keep))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url)
  if (event.request.method !== 'GET' || address.origin !== location.origin || address.pathname.startsWith('/api/'))
    return
  if (event.request.mode === 'navigate') event.respondWith(fresh(event.request))
  else if (address.pathname.startsWith('/assets/')) event.respondWith(kept(event.request))
})

/** The first visit comes before there is somebody to keep things: the page names what it has loaded. */
self.addEventListener('message', (event) =>
  event.waitUntil(Promise.all(event.data.map((file) => kept(new Request(file))))),
)

/** The newest page; the last one that was seen where there is no line. */
async function fresh(request) {
  try {
    const answer = await fetch(request)
    await keep(answer.clone())
    return answer
  } catch (error) {
    const last = await caches.match('/')
    if (last) return last
    throw error
  }
}

/** A page that is not the last one names other files: what only that one used would lie here for ever. */
async function keep(answer) {
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) return
  const shelf = await caches.open(SHELF)
  const last = await shelf.match('/')
  if (last && (await last.text()) !== (await answer.clone().text())) {
    for (const file of await shelf.keys()) await shelf.delete(file)
  }
  await shelf.put('/', answer)
}

/** Files whose names change with their contents need not be asked for twice. */
async function kept(request) {
  const shelf = await caches.open(SHELF)
  const found = await shelf.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await shelf.put(request, answer.clone())
  return answer
}
