import { checkOwnLiability, decodeSnapshotEvent, fromBase64 } from '@candor/proof/solvency'
import type { Liability } from '@candor/proof/solvency'
import { openSandboxInterest } from '../../interest/product-store.ts'
import { openFloorWorld } from '../../floor/testing/floor-world.ts'
import type { FloorWorld } from '../../floor/testing/floor-world.ts'
import type { SolvencyService } from '../solvency-service.ts'

/** Opens a ledger on virtual time with the sandbox's floor and interest products. */
export async function openSolvencyWorld(database: Parameters<typeof openFloorWorld>[0]): Promise<FloorWorld> {
  const world = await openFloorWorld(database, { appConnections: 8 })
  await world.ledger.owner.query(`insert into origin.mode (mode) values ('sandbox') on conflict do nothing`)
  await openSandboxInterest(world.ledger.owner)
  return world
}

/** Records a snapshot as the process that seals the log does. */
export async function markLogged(world: FloorWorld, snapshotId: bigint, index = 7): Promise<void> {
  await world.ledger.owner.query('select solvency.mark_logged($1, $2, $3)', [snapshotId, '2026h1', index])
}

/** The liability in each asset that a customer's app finds in the newest snapshot. Throws where a check fails. */
export async function verifiedOwn(
  world: FloorWorld,
  service: SolvencyService,
  customerId: bigint,
): Promise<{ readonly USD: Liability; readonly USDT: Liability }> {
  const { snapshot, leaves } = await service.own(customerId)
  if (snapshot === null) throw new Error('no snapshot is published')
  const event = decodeSnapshotEvent(fromBase64(snapshot.event))
  const account = await world.accountOf(customerId)
  const [USD, USDT] = leaves.map(({ leaf, secret, path, position }, index) => {
    const asset = index + 1
    const own = { asset, position, leaf: fromBase64(leaf), secret: fromBase64(secret), path: fromBase64(path) }
    const checked = checkOwnLiability(event, account, own)
    if (!checked.ok) throw new Error(`the check fails at ${checked.failed}`)
    return checked.liability
  })
  if (USD === undefined || USDT === undefined) throw new Error('the customer has no leaves')
  return { USD, USDT }
}
