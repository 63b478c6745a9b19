import { ECDH } from 'node:crypto'
import type { Language } from '@candor/api'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { PushSender, PushTarget } from './push-sender.ts'
import { deleteSubscription, moveSubscription, putSubscription, readChoice } from './subscription-store.ts'
import type { Device, PushChoice } from './subscription-store.ts'

/** Which events devices are notified of. */
export interface PushService {
  settings(device: Device): Promise<{ publicKey: string | null; device: PushChoice | null }>
  /**
   * Replaces the previous choice. Refused when there is no sender, for an address that we do not call, and for invalid
   * keys.
   */
  subscribe(
    device: Device,
    wanted: PushTarget & PushChoice & { readonly lang: Language },
  ): Promise<Result<null, 'not-allowed'>>
  /** Moves a subscription to a new address. Refused like `subscribe`; does nothing for an unknown old one. */
  renew(old: Pick<PushTarget, 'endpoint' | 'auth'>, now: PushTarget): Promise<Result<null, 'not-allowed'>>
  unsubscribe(device: Device): Promise<void>
}

/** Stores the devices' choices. Without a sender nothing is sent. */
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

/** Whether a browser's key is a point on the curve, so that encryption is possible. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
