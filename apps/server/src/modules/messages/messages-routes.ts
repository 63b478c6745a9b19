import { messageDetail, messageList, messageReadAll, messageUnread } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { MessagesService } from './messages-service.ts'

/** The operations of the inbox. */
export function messagesRoutes(service: MessagesService): Route[] {
  return [
    route(messageList, async ({ group = null, cursor = null, limit }, call) =>
      ok(await service.list(call.principal.customerId, { group, cursor, limit }, call.lang)),
    ),
    route(messageDetail, ({ id }, call) => service.detail(call.principal.customerId, id, call.lang)),
    route(messageReadAll, async (_input, call) => {
      await service.readAll(call.principal.customerId)
      return ok(null)
    }),
    route(messageUnread, async (_input, call) => ok({ count: await service.unread(call.principal.customerId) })),
  ]
}
