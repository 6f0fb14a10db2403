// The service worker for push notifications: it shows them, and opens their pages. It neither caches nor answers
// requests.

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = read(event.data)
  // Always shown: Safari ends the subscription of a site that shows nothing. A later one with the same tag replaces it and
  // alerts again.
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      data: { url },
      icon: '/icon-192.png',
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data.url, self.location.origin)))
})

function read(data) {
  try {
    const { title, body, tag, url } = data.json()
    return { title: String(title), body: String(body), tag: String(tag), url: String(url) }
  } catch {
    return { title: 'News', body: 'Something happened on your projects.', tag: 'news', url: start() }
  }
}

/** Each area has a worker with a scope of its own (push-subscription.ts). */
function start() {
  return new URL(self.registration.scope).pathname
}

/** Focuses a tab that is there already, or opens one. */
async function show(url) {
  // Although pushes come from our own server, no notification may open another site.
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((open) => isAt(open.url, url))
  await (tab ? tab.focus() : self.clients.openWindow(url.href))
}

/** A tab with the same file open may show another note. */
function isAt(address, { origin, pathname, search }) {
  const open = new URL(address)
  return open.origin === origin && open.pathname === pathname && (search === '' || open.search === search)
}
