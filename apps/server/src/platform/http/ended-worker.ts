import type { FastifyInstance } from 'fastify'

/** A service worker that unregisters itself and deletes its files, so that the next page comes from the network. */
const leaving = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
  })()))
`

/**
 * Replaces the app's service worker with one that removes itself from every device: the kill switch for a harmful
 * worker.
 */
export function addEndedWorker(server: FastifyInstance): void {
  server.get('/h5/worker.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(leaving),
  )
}
