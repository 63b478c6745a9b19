/**
 * The app's service worker. It opens the app without a network, from files only: what the server says is never kept here, so nothing old
 * can pass for new (the app itself keeps what was last known). It never stands between customer and a newer version: the page is always
 * asked of the network first. And it shows notifications, and stays where they come. Bundled as one classic script beside the page (`vite/worker-plugin.ts`).
 */
import { forgetOtherVersions, keepFiles, keepShell, shellAnswer } from './shell.ts'
import { openThing, showNote } from './notes.ts'
import { renewPush } from './renewal.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(keepShell()))

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await forgetOtherVersions()
      // The page is asked for while the worker starts.
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const answer = shellAnswer(event)
  if (answer !== null) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  const said: unknown = event.data
  if (typeof said !== 'object' || said === null || !('type' in said)) return
  if (said.type === 'take-over') event.waitUntil(self.skipWaiting())
  if (said.type === 'keep') event.waitUntil(keepFiles(said))
})

self.addEventListener('push', (event) => event.waitUntil(showNote(self, event.data?.text() ?? '')))

self.addEventListener('pushsubscriptionchange', (event) => {
  // Some browsers tell of the change and bring nothing along.
  event.waitUntil(renewPush(self, event.newSubscription ?? null))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openThing(self, event.notification.tag))
})
