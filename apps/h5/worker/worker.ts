/**
 * The app's service worker. It opens the app without a network, from files only: server responses are never cached
 * here, so nothing old can pass for new (the app itself stores the last known data); it only makes the first calls of a
 * page while the page is on its way. It never delays a newer version: the page is always requested from the network
 * first. It also shows notifications, and keeps push addresses current.
 * Bundled as one classic script beside the page (`vite/worker-plugin.ts`).
 */
import { aheadAnswer, callAhead, keepCalls } from './ahead.ts'
import { forgetOtherVersions, keepFiles, keepShell, shellAnswer } from './shell.ts'
import { openThing, showNote } from './notes.ts'
import { renewPush } from './renewal.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(keepShell()))

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await forgetOtherVersions()
      // The page is requested while the worker starts.
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const answer = aheadAnswer(event) ?? shellAnswer(event)
  if (answer !== null) event.respondWith(answer)
  if (event.request.mode === 'navigate') event.waitUntil(callAhead(event))
})

self.addEventListener('message', (event) => {
  const said: unknown = event.data
  if (typeof said !== 'object' || said === null || !('type' in said)) return
  if (said.type === 'take-over') event.waitUntil(self.skipWaiting())
  if (said.type === 'keep') event.waitUntil(Promise.all([keepFiles(said), keepCalls(said)]))
})

self.addEventListener('push', (event) => event.waitUntil(showNote(self, event.data?.text() ?? '')))

self.addEventListener('pushsubscriptionchange', (event) => {
  // Some browsers report the change without the new subscription.
  event.waitUntil(renewPush(self, event.newSubscription ?? null))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openThing(self, event.notification.tag))
})
