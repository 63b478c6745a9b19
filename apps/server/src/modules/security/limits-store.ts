import type { LimitKind } from '@candor/api'
import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import type * as limits from '../../../database/rows/limits.ts'
import type * as security from '../../../database/rows/security.ts'
import type { Known } from '../../platform/postgres/columns.ts'
import { assetCode } from '../ledger/index.ts'
import type { StoredLimit } from './limits.ts'

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
  for (const { customer_id, kind, value, next_value, next_from_ms } of rows) {
    const limits = byCustomer.get(customer_id) ?? []
    const nextFromMs = next_from_ms === null ? null : Number(next_from_ms)
    limits.push({ kind, value, nextValue: next_value, nextFromMs })
    byCustomer.set(customer_id, limits)
  }
  return byCustomer
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

export async function putLimit(
  pool: Pool,
  customerId: bigint,
  limit: { kind: LimitKind; value: bigint | null },
): Promise<void> {
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
): Promise<{ stakedUnits: bigint; lostUnits: bigint }> {
  const { rows } = await pool.query<Known<limits.StakedSinceResult>>(
    'select staked, lost from limits.staked_since($1, $2, $3)',
    [wanted.customerId, assetCode(wanted.asset), wanted.sinceMs],
  )
  return { stakedUnits: rows[0]?.staked ?? 0n, lostUnits: rows[0]?.lost ?? 0n }
}

/** A customer's announced deposits since then. */
export async function readDeposited(
  pool: Pool,
  wanted: { customerId: bigint; asset: Asset; sinceMs: number },
): Promise<bigint> {
  const { rows } = await pool.query<{ units: bigint }>('select limits.deposited_since($1, $2, $3) as units', [
    wanted.customerId,
    assetCode(wanted.asset),
    wanted.sinceMs,
  ])
  return rows[0]?.units ?? 0n
}
