import type { Language, PushAmounts, PushKind } from '@candor/api'
import { pushKinds } from '@candor/api'
import type * as push from '../../../database/rows/push.ts'
import type { Database } from '../../platform/transaction.ts'
import type { PushTarget } from './push-sender.ts'

/** A device's choice of notifications. */
export interface PushChoice {
  readonly kinds: readonly PushKind[]
  readonly amounts: PushAmounts
}

/** A device: a sign-in of a customer. */
export interface Device {
  readonly sessionId: bigint
  readonly customerId: bigint
}

/** The device's choice; null when it has no subscription. */
export async function readChoice(pool: Database, { sessionId }: Device): Promise<PushChoice | null> {
  const { rows } = await pool.query<Pick<push.SubscriptionRow, 'shows_amounts'> & { readonly kinds: string[] }>(
    'select kinds, shows_amounts from push.subscription where session_id = $1',
    [sessionId],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    kinds: pushKinds.filter((kind) => row.kinds.includes(kind)),
    amounts: row.shows_amounts ? 'shown' : 'hidden',
  }
}

/** Whether any device is subscribed. */
export async function isAnySubscribed(pool: Database): Promise<boolean> {
  const { rows } = await pool.query<{ is_any: boolean }>({
    name: 'any-subscribed',
    text: 'select exists (select from push.subscription) as is_any',
  })
  return rows[0]?.is_any === true
}

/** Subscribes this address. A customer who was signed in on the same browser before is no longer notified there. */
export async function putSubscription(
  pool: Database,
  { sessionId, customerId }: Device,
  { endpoint, p256dh, auth, kinds, amounts, lang }: PushTarget & PushChoice & { readonly lang: Language },
): Promise<void> {
  await pool.query('delete from push.subscription where endpoint = $1 and session_id <> $2', [endpoint, sessionId])
  await pool.query(
    `insert into push.subscription as s (session_id, customer_id, endpoint, p256dh, auth, kinds, shows_amounts, lang,
      created_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock.now_ms())
     on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
       auth = excluded.auth,
       kinds = excluded.kinds, shows_amounts = excluded.shows_amounts, lang = excluded.lang`,
    [sessionId, customerId, endpoint, p256dh, auth, kinds, amounts === 'shown', lang],
  )
}

/**
 * Moves a subscription from the old address to the new one, for a browser that knows the old one's secret. Changes
 * nothing when the old address has no subscription, or the new one already has.
 */
export async function moveSubscription(
  pool: Database,
  old: Pick<PushTarget, 'endpoint' | 'auth'>,
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> {
  await pool.query(
    `update push.subscription set endpoint = $3, p256dh = $4, auth = $5
     where endpoint = $1 and auth = $2 and not exists (select from push.subscription where endpoint = $3)`,
    [old.endpoint, old.auth, endpoint, p256dh, auth],
  )
}

export async function deleteSubscription(pool: Database, sessionId: bigint): Promise<void> {
  await pool.query('delete from push.subscription where session_id = $1', [sessionId])
}
