import type { LimitKind } from '@candor/api'
import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import { assetCode } from '../ledger/index.ts'
import type { StoredLimit } from './limits.ts'

/** The time in which a customer neither buys nor recharges, by own choice. */
export interface Exclusion {
  readonly kind: 'cool-off' | 'self-exclusion'
  readonly sinceMs: number
  readonly untilMs: number
}

interface LimitRow {
  kind: LimitKind
  value: bigint | null
  next_value: bigint | null
  next_from_ms: bigint | null
}

export async function listLimits(pool: Pool, customerId: bigint): Promise<StoredLimit[]> {
  const { rows } = await pool.query<LimitRow>(
    'select kind, value, next_value, next_from_ms from security.customer_limit where customer_id = $1 order by kind',
    [customerId],
  )
  return rows.map(({ kind, value, next_value, next_from_ms }) => ({
    kind,
    value,
    nextValue: next_value,
    nextFromMs: next_from_ms === null ? null : Number(next_from_ms),
  }))
}

export async function findExclusion(pool: Pool, customerId: bigint): Promise<Exclusion | null> {
  const { rows } = await pool.query<{ kind: Exclusion['kind']; since_ms: bigint; until_ms: bigint }>(
    'select kind, since_ms, until_ms from security.exclusion where customer_id = $1',
    [customerId],
  )
  const row = rows[0]
  return row === undefined ? null : { kind: row.kind, sinceMs: Number(row.since_ms), untilMs: Number(row.until_ms) }
}

export async function putLimit(
  pool: Pool,
  customerId: bigint,
  limit: { kind: LimitKind; value: bigint | null; nowMs: number },
): Promise<void> {
  await pool.query('select security.set_limit($1, $2, $3, $4)', [customerId, limit.kind, limit.value, limit.nowMs])
}

export async function putExclusion(
  pool: Pool,
  customerId: bigint,
  { kind, sinceMs, untilMs }: Exclusion,
): Promise<void> {
  await pool.query('select security.exclude($1, $2, $3, $4)', [customerId, kind, sinceMs, untilMs])
}

/** A customer's stakes, losses and possible losses since then. */
export async function readStaked(
  pool: Pool,
  wanted: { customerId: bigint; asset: Asset; sinceMs: number },
): Promise<{ stakedUnits: bigint; lostUnits: bigint }> {
  const { rows } = await pool.query<{ staked: bigint; lost: bigint }>(
    'select staked, lost from security.staked_since($1, $2, $3)',
    [wanted.customerId, assetCode(wanted.asset), wanted.sinceMs],
  )
  return { stakedUnits: rows[0]?.staked ?? 0n, lostUnits: rows[0]?.lost ?? 0n }
}

/** A customer's announced deposits since then. */
export async function readDeposited(
  pool: Pool,
  wanted: { customerId: bigint; asset: Asset; sinceMs: number },
): Promise<bigint> {
  const { rows } = await pool.query<{ units: bigint }>('select security.deposited_since($1, $2, $3) as units', [
    wanted.customerId,
    assetCode(wanted.asset),
    wanted.sinceMs,
  ])
  return rows[0]?.units ?? 0n
}
