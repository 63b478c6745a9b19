import type { InputOf, OutputOf } from '@candor/api'
import type { SupportMessage, supportVisit, supportVisitBegin, supportVisitSend } from '@candor/api/support'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../../platform/bus/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { newToken, tokenHash } from '../../platform/token.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Codes } from '../codes/index.ts'
import { readService, readVisited } from './conversation-store.ts'
import { postVisitorMessage, readMessages } from './message-store.ts'
import { availabilityOf, greetingOf, stateOf } from './support.ts'
import type { Service } from './support.ts'
import { beginVisit, lookVisit } from './visit-store.ts'

const perLook = 100
/** Some polls may be lost on a bad line. */
const lookLastsMs = 15_000

/** Conversations of visitors: without an account, by the token of their browser. */
export interface Visits {
  begin(
    form: InputOf<typeof supportVisitBegin>,
    app: { readonly language: string; readonly device: string },
  ): Promise<Result<OutputOf<typeof supportVisitBegin>, 'captcha-required' | 'wrong-captcha' | 'visits-full'>>
  look(input: InputOf<typeof supportVisit>): Promise<Result<OutputOf<typeof supportVisit>, 'visit-ended'>>
  send(
    input: InputOf<typeof supportVisitSend>,
  ): Promise<Result<SupportMessage, 'visit-ended' | 'visits-full' | 'conflict' | 'frequent-operations'>>
  /** Whether the visitor of a conversation has it open. In memory: a restart forgets it until the next look. */
  isThere(conversationId: bigint): boolean
}

export interface VisitDependencies {
  readonly pool: Database
  readonly bus: Bus
  readonly mode: 'sandbox' | 'live'
  readonly captcha: Pick<Codes['captcha'], 'prove'>
}

/** Creates the service. Tokens are 256 random bits, of which only hashes are stored. */
export function createVisits({ pool, bus, mode, captcha }: VisitDependencies): Visits {
  const looking = new LRUCache<bigint, true>({ max: 10_000, ttl: lookLastsMs })
  bus.subscribe('chat', (sign) => {
    if (sign.kind === 'visited') looking.set(sign.conversationId, true)
  })
  return {
    async begin(form, app) {
      const verdict = await captcha.prove(form)
      if (verdict !== 'proven') return refuse(verdict === 'absent' ? 'captcha-required' : 'wrong-captcha')
      const visit = newToken()
      const expiresMs = await beginVisit(pool, tokenHash(visit), app)
      return expiresMs === null ? refuse('visits-full') : ok({ visit, expiresMs })
    },
    async look({ visit, afterSeq, readSeq }) {
      const service = await readService(pool)
      const setting = settingOf(service, mode)
      if (visit === undefined) return ok({ setting, state: stateOf(null, service), items: [], hasMore: false })
      const conversationId = await lookVisit(pool, tokenHash(visit), readSeq)
      const conversation = conversationId === null ? null : await readVisited(pool, conversationId)
      if (conversation === null) return refuse('visit-ended')
      looking.set(conversation.conversationId, true)
      if (bus.hasOthers) bus.publish('chat', { kind: 'visited', conversationId: conversation.conversationId })
      const wish = { afterSeq, beforeSeq: null, limit: perLook + 1 }
      const found = await readMessages(pool, conversation.conversationId, wish)
      const state = stateOf(conversation, service)
      return ok({ setting, state, items: found.slice(0, perLook), hasMore: found.length > perLook })
    },
    async send({ visit, clientId, text }) {
      const posted = await postVisitorMessage(pool, tokenHash(visit), { clientId, text })
      if (!('seq' in posted)) return refuse(posted.outcome)
      const { seq, atMs, body } = posted
      return ok({ seq, atMs, from: 'customer', agent: null, clientId, body })
    },
    isThere: (conversationId) => looking.has(conversationId),
  }
}

/** Who answers; `keptDays` is for how long a visitor's conversation is kept. */
function settingOf(service: Service, mode: 'sandbox' | 'live'): OutputOf<typeof supportVisit>['setting'] {
  const availability = { ...availabilityOf(service), keptDays: service.visitKeptDays }
  return { greeting: greetingOf(service, mode), availability }
}
