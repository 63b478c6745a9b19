import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type * as payout from '../../../database/rows/payout.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { shownDestination } from './payout.ts'
import type { PayoutMethod, ShownDestination } from './payout.ts'

/** Limits of destinations, and how long a new one rests. */
export interface PayoutSetting {
  readonly maxBankCards: number
  readonly maxWalletAddresses: number
  readonly coolDownMs: number
}

/** The setting of now. */
export async function readPayoutSetting(pool: Pool): Promise<PayoutSetting> {
  const { rows } = await pool.query<
    Pick<payout.SettingRow, 'max_bank_cards' | 'max_wallet_addresses' | 'cool_down_ms'>
  >('select max_bank_cards, max_wallet_addresses, cool_down_ms from payout.setting order by version desc limit 1')
  const [row] = rows
  if (row === undefined) throw new Error('there is no setting of payouts')
  return {
    maxBankCards: row.max_bank_cards,
    maxWalletAddresses: row.max_wallet_addresses,
    coolDownMs: Number(row.cool_down_ms),
  }
}

type MethodRow = Pick<payout.MethodRow, 'method_id' | 'customer_id' | 'shown' | 'added_ms'> & {
  readonly is_in_use: boolean
}

const selectMethods = `select method_id, customer_id, shown, added_ms, exists (
    select from withdrawal.withdrawal as w where w.method_id = m.method_id
      and w.state in ('under-review', 'approved', 'sent')) as is_in_use
  from payout.method as m`

/** The destinations of a customer that are bound now, oldest first. */
export async function listMethods(pool: Pool, customerId: bigint): Promise<PayoutMethod[]> {
  const { rows } = await pool.query<MethodRow>(
    `${selectMethods} where customer_id = $1 and removed_ms is null order by method_id`,
    [customerId],
  )
  return rows.map(methodOf)
}

/** A payout method by id, including removed ones. Throws when unknown. */
export async function readMethod(pool: Pool, methodId: bigint): Promise<PayoutMethod> {
  const { rows } = await pool.query<MethodRow>(`${selectMethods} where method_id = $1`, [methodId])
  const [row] = rows
  if (row === undefined) throw new Error(`there is no destination ${methodId}`)
  return methodOf(row)
}

function methodOf(row: MethodRow): PayoutMethod {
  return {
    methodId: row.method_id,
    customerId: row.customer_id,
    shown: z.parse(shownDestination, row.shown),
    addedMs: Number(row.added_ms),
    isInUse: row.is_in_use,
  }
}

/** The outcome of binding. `repeated`: the same request as before; its method is returned like a new one. */
export type Binding =
  | { readonly outcome: 'added' | 'repeated'; readonly methodId: bigint }
  | { readonly outcome: 'conflict' | 'duplicate' | 'upper-limit' }

/** A destination whose number is already sealed. */
export interface SealedMethod {
  readonly customerId: bigint
  readonly requestId: string
  readonly shown: ShownDestination
  readonly sealed: Buffer
  readonly fingerprint: Buffer
}

/** The outcome that binding would have now; null when nothing stands against it. */
export async function foreseeMethod(
  pool: Database,
  { customerId, requestId, shown, fingerprint }: Omit<SealedMethod, 'sealed'>,
): Promise<Binding | null> {
  const { rows } = await pool.query<Known<payout.ForeseeMethodResult, 'outcome'>>(
    'select outcome, method_id from payout.foresee_method($1, $2, $3, $4)',
    [customerId, requestId, shown.kind, fingerprint],
  )
  return rows[0]?.outcome === 'free' ? null : bindingOf(rows[0])
}

/** Binds a destination. */
export async function addMethod(client: Transaction, wanted: SealedMethod): Promise<Binding> {
  const { rows } = await client.query<Known<payout.AddMethodResult, 'outcome'>>(
    'select outcome, method_id from payout.add_method($1, $2, $3, $4, $5, $6)',
    [
      wanted.customerId,
      wanted.requestId,
      wanted.shown.kind,
      JSON.stringify(wanted.shown),
      wanted.sealed,
      wanted.fingerprint,
    ],
  )
  return bindingOf(rows[0])
}

function bindingOf(row: Known<payout.AddMethodResult, 'outcome'> | undefined): Binding {
  const { outcome, method_id: methodId } = row ?? { outcome: 'nothing', method_id: null }
  if (outcome === 'conflict' || outcome === 'duplicate' || outcome === 'upper-limit') return { outcome }
  if ((outcome === 'added' || outcome === 'repeated') && methodId !== null) return { outcome, methodId }
  throw new Error(`unknown outcome of binding: ${outcome}`)
}

/** Removes a destination of the customer. */
export async function removeMethod(
  pool: Pool,
  customerId: bigint,
  methodId: bigint,
): Promise<'removed' | 'in-use' | 'not-found'> {
  const outcome = await callRoutine<string>(pool, 'payout.remove_method', customerId, methodId)
  if (outcome === 'removed' || outcome === 'in-use' || outcome === 'not-found') return outcome
  throw new Error(`unknown outcome of removing: ${outcome}`)
}

/** The sealed number of a destination, with its owner. */
export async function readSealed(pool: Pool, methodId: bigint): Promise<{ customerId: bigint; sealed: Buffer }> {
  const { rows } = await pool.query<Pick<payout.MethodRow, 'customer_id' | 'sealed'>>(
    'select customer_id, sealed from payout.method where method_id = $1',
    [methodId],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`there is no destination ${methodId}`)
  return { customerId: row.customer_id, sealed: row.sealed }
}

/** Since when a destination is bound, and how many other accounts have bound the same one, now or before. */
export async function readBinding(pool: Pool, methodId: bigint): Promise<{ addedMs: number; otherAccounts: number }> {
  const { rows } = await pool.query<Pick<payout.MethodRow, 'added_ms'> & { readonly other_accounts: bigint }>(
    `select m.added_ms, (select count(distinct o.customer_id) from payout.method as o
       where o.fingerprint = m.fingerprint and o.customer_id <> m.customer_id) as other_accounts
     from payout.method as m where m.method_id = $1`,
    [methodId],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`there is no destination ${methodId}`)
  return { addedMs: Number(row.added_ms), otherAccounts: Number(row.other_accounts) }
}

/** Removes the waiting time of new destinations in a sandbox. As the owner only. */
export async function openSandboxPayouts(owner: Pool): Promise<void> {
  await owner.query('select payout.open_sandbox()')
}

/** The fingerprint among these under which a number has been bound, by anybody, or null. */
export async function findFingerprint(pool: Pool, fingerprints: readonly Buffer[]): Promise<Buffer | null> {
  if (fingerprints.length === 0) return null
  const { rows } = await pool.query<Pick<payout.MethodRow, 'fingerprint'>>(
    'select fingerprint from payout.method where fingerprint = any($1::bytea[]) limit 1',
    [fingerprints],
  )
  return rows[0]?.fingerprint ?? null
}

/** The sealed numbers of all destinations. */
export async function listSealed(
  owner: Transaction,
): Promise<{ readonly methodId: bigint; readonly customerId: bigint; readonly sealed: Buffer }[]> {
  const { rows } = await owner.query<Pick<payout.MethodRow, 'method_id' | 'customer_id' | 'sealed'>>(
    'select method_id, customer_id, sealed from payout.method order by method_id',
  )
  return rows.map((row) => ({ methodId: row.method_id, customerId: row.customer_id, sealed: row.sealed }))
}

/** Replaces sealed numbers, as the owner: nobody else can switch off the trigger that keeps a destination unchanged. */
export async function replaceSealed(
  owner: Transaction,
  changes: readonly { readonly methodId: bigint; readonly sealed: Buffer }[],
): Promise<void> {
  await owner.query('alter table payout.method disable trigger method_never_changes')
  await owner.query(
    `update payout.method as m set sealed = change.sealed
     from unnest($1::bigint[], $2::bytea[]) as change (method_id, sealed) where m.method_id = change.method_id`,
    [changes.map(({ methodId }) => String(methodId)), changes.map(({ sealed }) => sealed)],
  )
  await owner.query('alter table payout.method enable trigger method_never_changes')
}
