import { frameEntry, frameRecord, missingEntry, noTicksDigest, recordsRootOf } from '@candor/proof/encoding'
import type { LogLeaf } from './log-leaf.ts'
import type { StoredFrame } from './ticks-store.ts'

const states = ['closed', 'open', 'stale'] as const

/** The leaf of a stored frame: its head, with the root over the records of its instruments. */
export function frameLeaf(frame: StoredFrame): LogLeaf {
  const records = frame.prices.map((price, index) =>
    frameRecord.encode({
      instrumentId: index + 1,
      price,
      ageMs: at(frame.agesMs, index),
      state: at(states, at(frame.states, index)),
      sourceKind: at(frame.sourceKinds, index),
      epoch: at(frame.epochs, index),
      // Frames from before running sums have none.
      priceSum: frame.priceSums[index] ?? 0n,
      openCount: Number(frame.openCounts[index] ?? 0n),
      // A record has source n as the bit n.
      sources: 2 * (frame.sources?.[index] ?? 0),
    }),
  )
  const entry = frameEntry.encode({
    slot: frame.slot,
    publishedMs: frame.publishedMs,
    instrumentCount: records.length,
    recordsRoot: recordsRootOf(records),
    ticksDigest: frame.ticksDigest ?? noTicksDigest,
  })
  return { entry, records }
}

/** The leaf of a slot without a frame. */
export function missingLeaf(slot: number): LogLeaf {
  return { entry: missingEntry.encode({ slot }), records: null }
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error('a stored frame lacks a value of an instrument')
  return value
}
