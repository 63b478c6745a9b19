import { amount, units, unitsOfEach } from '@candor/money'
import type { Amount, Asset, Units, UnitsOfEach } from '@candor/money'
import type { Pool } from 'pg'
import type * as limits from '../../../database/rows/limits.ts'
import type * as security from '../../../database/rows/security.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { assetCode } from '../ledger/index.ts'
import type { MoneyLimit, SessionLimit, StoredLimit } from './limits.ts'

/** The time in which a customer neither buys nor recharges, by own choice. */
export interface Exclusion {
  readonly kind: 'cool-off' | 'self-exclusion'
  readonly sinceMs: number
  readonly untilMs: number
}

/** The limits of these customers, of each by kind; customers without a limit are left out. */
export async function readLimits(
  pool: Pool,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly StoredLimit[]>> {
  const { rows } = await pool.query<security.CustomerLimitRow>({
    name: 'security-read-limits',
    text: `select customer_id, kind, value, next_value, next_from_ms from security.customer_limit
      where customer_id = any($1::bigint[]) order by customer_id, kind`,
    values: [customerIds],
  })
  const byCustomer = new Map<bigint, StoredLimit[]>()
  for (const row of rows) {
    const limits = byCustomer.get(row.customer_id) ?? []
    limits.push(limitOf(row))
    byCustomer.set(row.customer_id, limits)
  }
  return byCustomer
}

function limitOf({ kind, value, next_value, next_from_ms }: security.CustomerLimitRow): StoredLimit {
  const nextFromMs = numberOrNull(next_from_ms)
  return kind === 'session'
    ? { kind, value: numberOrNull(value), nextValue: numberOrNull(next_value), nextFromMs }
    : { kind, value: unitsOrNull(value), nextValue: unitsOrNull(next_value), nextFromMs }
}

function unitsOrNull(value: bigint | null): UnitsOfEach | null {
  return value === null ? null : unitsOfEach(value)
}

/** The exclusions of these customers; customers without one are left out. */
export async function readExclusions(
  pool: Pool,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Exclusion>> {
  const { rows } = await pool.query<security.ExclusionRow>({
    name: 'security-read-exclusions',
    text: `select customer_id, kind, since_ms, until_ms from security.exclusion
      where customer_id = any($1::bigint[])`,
    values: [customerIds],
  })
  return new Map(
    rows.map(({ customer_id, kind, since_ms, until_ms }) => [
      customer_id,
      { kind, sinceMs: Number(since_ms), untilMs: Number(until_ms) },
    ]),
  )
}

/** A limit as its customer sets it. */
export type NewLimit = Pick<MoneyLimit, 'kind' | 'value'> | Pick<SessionLimit, 'kind' | 'value'>

export async function putLimit(pool: Pool, customerId: bigint, limit: NewLimit): Promise<void> {
  await pool.query('select security.set_limit($1, $2, $3)', [customerId, limit.kind, limit.value])
}

export async function putExclusion(
  pool: Pool,
  customerId: bigint,
  { kind, durationMs }: { readonly kind: Exclusion['kind']; readonly durationMs: number },
): Promise<void> {
  await pool.query('select security.exclude($1, $2, $3)', [customerId, kind, durationMs])
}

/** A customer's stakes, losses and possible losses since then. */
export async function readStaked(
  pool: Pool,
  wanted: { customerId: bigint; asset: Asset; sinceMs: number },
): Promise<{ staked: Amount; lost: Amount }> {
  const { rows } = await pool.query<Known<limits.StakedSinceResult>>(
    'select staked, lost from limits.staked_since($1, $2, $3)',
    [wanted.customerId, assetCode(wanted.asset), wanted.sinceMs],
  )
  const { staked = 0n, lost = 0n } = rows[0] ?? {}
  return { staked: amount(wanted.asset, staked), lost: amount(wanted.asset, lost) }
}

/** A customer's announced deposits since then, whichever currency they are credited in. */
export async function readDeposited(
  pool: Pool,
  wanted: { customerId: bigint; sinceMs: number },
): Promise<Units<'USDT'>> {
  const { rows } = await pool.query<{ quantity: bigint }>('select limits.deposited_since($1, $2) as quantity', [
    wanted.customerId,
    wanted.sinceMs,
  ])
  return units('USDT', rows[0]?.quantity ?? 0n)
}
