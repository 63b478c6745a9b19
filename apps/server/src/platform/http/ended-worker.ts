import type { FastifyInstance } from 'fastify'

/** A service worker that leaves: it forgets every file, and the next page comes from the network as if there had never been one. */
const leaving = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
  })()))
`

/** Serves, in place of the app's service worker, one that ends it on every device: for the day on which a worker does harm. */
export function addEndedWorker(server: FastifyInstance): void {
  server.get('/h5/worker.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(leaving),
  )
}
