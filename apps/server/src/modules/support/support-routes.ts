import { supportUnread } from '@candor/api'
import { indexKefuUser, supportConfig, supportVisit, supportVisitBegin, supportVisitSend } from '@candor/api/support'
import { hostKind } from '../../platform/http/hosts.ts'
import { route } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { ok } from '../../platform/result.ts'
import type { ChatAccess } from './access-service.ts'
import type { Chat } from './chat-service.ts'
import type { Visits } from './visit-service.ts'

/** The routes into customer service. `contactOf` returns a customer's name there. */
export function supportRoutes({
  access,
  chat,
  visits,
  contactOf,
}: {
  readonly access: ChatAccess
  readonly chat: Chat
  readonly visits: Visits
  contactOf(customerId: bigint): Promise<string>
}): Route[] {
  return [
    route(supportConfig, async (_input, { pageOrigin }) =>
      ok({ ...(await chat.availability()), kefuHost: kefuHostOf(pageOrigin) }),
    ),
    route(supportUnread, async (_input, { principal }) => ok({ count: await chat.unread(principal.customerId) })),
    route(indexKefuUser, async (_input, { principal }) => {
      const mobile = await contactOf(principal.customerId)
      return ok({ user: { mobile, password: await access.draw(principal) } })
    }),
    route(supportVisitBegin, (form, { lang, userAgent }) => visits.begin(form, { language: lang, device: userAgent })),
    route(supportVisit, (input) => visits.look(input)),
    route(supportVisitSend, (input) => visits.send(input)),
  ]
}

/** The host of customer service for a page of this origin; null where it is the page's own, or unknown. */
function kefuHostOf(pageOrigin: string | null): string | null {
  if (pageOrigin === null || !URL.canParse(pageOrigin)) return null
  const { host } = new URL(pageOrigin)
  return hostKind(host) === 'app' ? `kefu.${host}` : null
}
