import type { Pool } from 'pg'

/** The sandbox's shortest product: USDT for a minute. */
export const shortestTerm = { asset: 2, durationMs: 60_000 } as const

/**
 * Opens a one-minute USDT interest order that is due at `dueMs`, at most a minute from now, on a running server.
 * Returns its id. As the owner: the time it sets for opening is invisible to other transactions.
 */
export async function openDueTerm(
  owner: Pool,
  wanted: { customerId: bigint; units: bigint; dueMs: number },
): Promise<string> {
  const { customerId, units, dueMs } = wanted
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('update clock.setting set virtual_now_ms = $1', [dueMs - shortestTerm.durationMs])
    const { rows } = await client.query<{ outcome: string; id: string }>(
      `select outcome, order_id::text as id from interest.newest_interest_product($1::smallint, $2) as p,
         interest.open_order($3, gen_random_uuid(), p.product_id, $4)`,
      [shortestTerm.asset, shortestTerm.durationMs, customerId, units],
    )
    if (rows[0]?.outcome !== 'opened') throw new Error(`an interest order was answered ${rows[0]?.outcome}`)
    await client.query('update clock.setting set virtual_now_ms = null')
    await client.query('commit')
    return rows[0].id
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
