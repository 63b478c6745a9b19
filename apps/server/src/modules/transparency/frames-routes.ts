import { transparencyFrames } from '@candor/api'
import type { FrameView } from '@candor/api'
import { slotStartMs } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { readFramesOf, readLoggedInstrument } from './frames-store.ts'
import type { LoggedFrame, LoggedInstrument } from './frames-store.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import { readFrameBounds } from './ticks-store.ts'

/** States and kinds by the numbers that frames have for them. */
const states: readonly FrameView['state'][] = ['closed', 'open', 'stale']
const kinds: readonly FrameView['kind'][] = ['simulated', 'replay', 'live', 'indicative']

/** Serves stored frames with their places in the log. `sourceNames` has the names of the sources from number 1 on. */
export function frameRoutes(pool: Database, sourceNames: readonly string[]): Route[] {
  return [
    route(transparencyFrames, async ({ symbol, slot, count }) => {
      const [instrument, bounds] = await Promise.all([readLoggedInstrument(pool, symbol), readFrameBounds(pool)])
      if (instrument === null) return refuse('unknown-instrument')
      const [frames, shards] = await Promise.all([
        readFramesOf(pool, { instrumentId: instrument.id, from: slot, before: slot + count }),
        readGuards(pool, 'ticks'),
      ])
      const about = { instrument, shards, sourceNames, genesisMs: bounds?.genesisMs ?? 0 }
      return ok({
        symbol,
        id: instrument.id,
        decimals: instrument.decimals,
        keptFromSlot: bounds?.oldest ?? null,
        newestSlot: bounds?.newest ?? null,
        items: frames.map((frame) => frameView(frame, about)),
      })
    }),
  ]
}

interface About {
  readonly instrument: LoggedInstrument
  readonly shards: readonly Guard[]
  readonly sourceNames: readonly string[]
  readonly genesisMs: number
}

function frameView(frame: LoggedFrame, { instrument, shards, sourceNames, genesisMs }: About): FrameView {
  const { slot, sources } = frame
  // A slot belongs to the last shard whose first slot it is not before.
  const shard = shards.findLast(({ firstSlot }) => firstSlot !== null && slot >= firstSlot)
  return {
    slot,
    startMs: slotStartMs(slot, genesisMs),
    price: formatDecimal(frame.price, instrument.decimals),
    ageMs: frame.ageMs,
    state: states[frame.state] ?? 'stale',
    kind: kinds[frame.sourceKind] ?? 'simulated',
    // A frame has source n as the bit n − 1.
    sources: sources === null ? null : sourceNames.filter((_, index) => (sources & (2 ** index)) !== 0),
    epoch: frame.epoch,
    priceSum: String(frame.priceSum),
    openCount: frame.openCount,
    shard: shard?.shard ?? null,
    leaf: shard === undefined ? null : slot - (shard.firstSlot ?? 0),
  }
}
