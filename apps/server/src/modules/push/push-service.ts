import { ECDH } from 'node:crypto'
import type { Language } from '@candor/api'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { PushSender, PushTarget } from './push-sender.ts'
import { deleteSubscription, moveSubscription, putSubscription, readChoice } from './subscription-store.ts'
import type { Device, PushChoice } from './subscription-store.ts'

/** What devices are told of. */
export interface PushService {
  settings(device: Device): Promise<{ publicKey: string | null; device: PushChoice | null }>
  /** Replaces what was chosen before. Refused where nobody sends, for an address that we do not call, and for keys that are none. */
  subscribe(
    device: Device,
    wanted: PushTarget & PushChoice & { readonly lang: Language },
  ): Promise<Result<null, 'not-allowed'>>
  /** Goes on at the new address. Refused as `subscribe` is; for an old one that we do not know, nothing happens. */
  renew(old: Pick<PushTarget, 'endpoint' | 'auth'>, now: PushTarget): Promise<Result<null, 'not-allowed'>>
  unsubscribe(device: Device): Promise<void>
}

/** Keeps what devices want to be told of. Without a sender nobody is told anything. */
export function createPushService({
  pool,
  sender,
}: {
  readonly pool: Database
  readonly sender: PushSender | null
}): PushService {
  const isTarget = ({ endpoint, p256dh }: PushTarget) => sender?.isEndpoint(endpoint) === true && isPoint(p256dh)
  return {
    settings: async (device) => ({ publicKey: sender?.publicKey ?? null, device: await readChoice(pool, device) }),
    async subscribe(device, wanted) {
      if (!isTarget(wanted)) return refuse('not-allowed')
      await putSubscription(pool, device, wanted)
      return ok(null)
    },
    async renew(old, now) {
      if (!isTarget(now)) return refuse('not-allowed')
      await moveSubscription(pool, old, now)
      return ok(null)
    },
    unsubscribe: ({ sessionId }) => deleteSubscription(pool, sessionId),
  }
}

/** Whether a browser's key lies on the curve, so that something can be encrypted for it. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
