import { randomUUID } from 'node:crypto'
import type { FloorWorld } from '../../floor/testing/floor-world.ts'

/** Opens an interest order in a product of the sandbox. Throws where it is refused. */
export async function openOrder(
  world: FloorWorld,
  customerId: bigint,
  wanted: { readonly asset: 1 | 2; readonly durationMs: number; readonly units: bigint },
): Promise<void> {
  const { rows } = await world.ledger.app.query<{ outcome: string }>(
    `select (interest.open_order($1, $2, product_id, $3)).outcome from interest.interest_product
     where asset = $4 and duration_ms = $5`,
    [customerId, randomUUID(), wanted.units, wanted.asset, wanted.durationMs],
  )
  if (rows[0]?.outcome !== 'opened') throw new Error(`an interest order was refused: ${rows[0]?.outcome}`)
}
