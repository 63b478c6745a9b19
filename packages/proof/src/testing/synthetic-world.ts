import { buildReceipt } from '../receipt/index.ts'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'
import { syntheticMarket } from './synthetic-market.ts'
import type { SlotPlan, SyntheticMarket } from './synthetic-market.ts'
import { syntheticParts, syntheticTrust } from './synthetic-receipt.ts'
import type { ReceiptOptions, SyntheticOrder } from './synthetic-receipt.ts'

/** The slots of the eventful market. Its second shard begins in the middle. */
export const eventful = { firstSlot: 5_000, shardSlot: 6_000, endSlot: 7_000 } as const

/**
 * A market with everything that decides orders: gaps of one to thirty slots, stretches in which instrument 2 is stale
 * or at rest, and changes of epoch of instrument 3.
 */
export function eventfulMarket(seed = 1): SyntheticMarket {
  const random = randomOf(seed)
  let missing = 0
  let stale = 0
  let resting = 0
  const plan = (slot: number): SlotPlan => {
    missing = missing > 0 ? missing - 1 : random.chance(0.02) ? 1 + random.below(30) : 0
    stale = stale > 0 ? stale - 1 : random.chance(0.02) ? 1 + random.below(60) : 0
    resting = resting > 0 ? resting - 1 : random.chance(0.01) ? 100 + random.below(100) : 0
    // The first slots are stored, so that each window has a frame before it; so are those around the change of shards.
    const isKept = slot < eventful.firstSlot + 50
    return {
      isMissing: missing > 0 && !isKept,
      cell(instrumentId) {
        if (instrumentId === 2) return { isOpen: stale === 0, ...(resting > 0 ? { price: 200_000n } : {}) }
        return instrumentId === 3 ? { isNewEpoch: random.chance(0.004) } : {}
      },
    }
  }
  return syntheticMarket({
    random,
    instrumentCount: 3,
    shardStarts: [eventful.firstSlot, eventful.shardSlot],
    endSlot: eventful.endSlot,
    plan,
  })
}

/** An order of the eventful market. */
export function randomOrder(random: Random): SyntheticOrder {
  const isSingle = random.chance(0.25)
  const entrySlot = eventful.firstSlot + 60 + random.below(eventful.endSlot - eventful.firstSlot - 300)
  return {
    instrumentId: 1 + random.below(3),
    direction: random.chance(0.5) ? 'up' : 'down',
    stake: BigInt(1 + random.below(500)) * 1_000_000n + BigInt(random.below(100)) * 10_000n,
    entrySlot,
    exitSlot: entrySlot + 60 + random.below(120),
    entryWindowSlots: isSingle ? 1 : 10,
    exitWindowSlots: isSingle ? 1 : 10 + random.below(2) * 10,
  }
}

/** An order of the eventful market that is decided by averages over frames of one shard, none of them missing. */
export const plainOrder: SyntheticOrder = {
  instrumentId: 1,
  direction: 'up',
  stake: 25_000_000n,
  entrySlot: 5_010,
  exitSlot: 5_045,
  entryWindowSlots: 10,
  exitWindowSlots: 10,
}

let plainMarket: SyntheticMarket | undefined

/** The receipt of the plain order, and what its verifier trusts. */
export async function plainReceipt(options: ReceiptOptions = {}, order = plainOrder) {
  plainMarket ??= eventfulMarket()
  const market = plainMarket
  const parts = await syntheticParts(market, order, randomOf(7), options)
  return { market, parts, text: buildReceipt(parts), trusted: await syntheticTrust(market, options.host) }
}

/**
 * The receipt of the plain order from the log of cell 2, which names the settlement by so many entries more than are
 * between both leaves.
 */
export async function receiptOfCell(gap = 0) {
  const { placed, settled } = (await plainReceipt()).parts
  const at = (leaf: number) => ({ cell: 2, sequence: 1_000 + leaf })
  return plainReceipt({
    lies: {
      placedBatch: (batch) => ({ ...batch, ...at(placed.leaf) }),
      settledBatch: (batch) => ({ ...batch, ...at(settled.leaf + gap) }),
    },
  })
}
