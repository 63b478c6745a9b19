import { unitsOfEach } from '@candor/money'
import type { UnitsOfEach } from '@candor/money'
import type { Pool } from 'pg'
import type * as security from '../../../database/rows/security.ts'
import { numberOrNull } from '../../platform/postgres/columns.ts'
import type { MoneyLimit, SessionLimit, StoredLimit } from './limits.ts'

/** The time in which a customer neither buys nor recharges, by own choice. */
export interface Exclusion {
  readonly kind: 'cool-off' | 'self-exclusion'
  readonly sinceMs: number
  readonly untilMs: number
}

/** A customer's limits, by kind. */
export async function readLimits(pool: Pool, customerId: bigint): Promise<readonly StoredLimit[]> {
  const { rows } = await pool.query<security.CustomerLimitRow>(
    `select customer_id, kind, value, next_value, next_from_ms from security.customer_limit
      where customer_id = $1 order by kind`,
    [customerId],
  )
  return rows.map(limitOf)
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

/** A customer's exclusion, also one that has ended; null without any. */
export async function readExclusion(pool: Pool, customerId: bigint): Promise<Exclusion | null> {
  const { rows } = await pool.query<security.ExclusionRow>(
    'select customer_id, kind, since_ms, until_ms from security.exclusion where customer_id = $1',
    [customerId],
  )
  const [row] = rows
  return row === undefined ? null : { kind: row.kind, sinceMs: Number(row.since_ms), untilMs: Number(row.until_ms) }
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
