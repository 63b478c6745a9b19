import { userAvatar, userAvatarRemove } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { ok } from '../../platform/result.ts'
import type { Avatars } from './avatar-service.ts'
import { avatarFolder, avatarHashOf } from './avatar.ts'

/** The calls that change a customer's picture. */
export function avatarRoutes(avatars: Avatars): Route[] {
  return [
    route(userAvatar, (input, { principal }) => avatars.set(principal.customerId, input.photo)),
    route(userAvatarRemove, async (_input, { principal }) => ok(await avatars.remove(principal.customerId))),
  ]
}

/**
 * Serves pictures under the hash of their bytes, so that browsers can cache them indefinitely. Knowing a hash means
 * having been shown the picture; shared caches do not store it, so a removed picture does not survive in them.
 */
export function addAvatarFiles(server: FastifyInstance, avatars: Avatars, admit: (ip: string) => boolean): void {
  server.get<{ Params: { file: string } }>(`${avatarFolder}:file`, async (request, reply) => {
    if (!admit(request.ip)) return reply.code(429).header('cache-control', 'no-store').send()
    const hash = avatarHashOf(request.params.file)
    const photo = hash === null ? null : await avatars.find(hash)
    if (photo === null) return reply.callNotFound()
    return reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/webp').send(photo)
  })
}
