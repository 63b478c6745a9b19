import * as z from 'zod/mini'
import { customerOperation } from './operation.ts'
import { decimalText, slotNumber, symbolText, timeMs, wholeNumber } from './fields.ts'
import { quoteState, sourceKind } from './market.ts'

/** A key that the log of events announces, and the entry that does so (type 21). */
const announcedKey = z.object({
  /** What the key signs. */
  log: z.enum(['ticks', 'events', 'acceptance']),
  vkey: z.string(),
  fromMs: timeMs,
  /** The half-year of the log of events with the entry, and the entry's index. */
  shard: z.string(),
  index: z.int(),
})

/** A half-year of a log, with what its readers verify it by. */
export const logShard = z.object({
  log: z.enum(['ticks', 'events']),
  /** The half-year (UTC), such as `2026h2`. Its files lie below `/log/<log>/<shard>/`. */
  shard: z.string(),
  origin: z.string(),
  /** The key that signs its checkpoints, as a verifier's line of a signed note. */
  vkey: z.string(),
  /** The slot of the first leaf of prices; null for events. */
  firstSlot: z.nullable(slotNumber),
  size: z.int(),
  /** The newest checkpoint, a signed note; null before the first. */
  checkpoint: z.nullable(z.string()),
  signedMs: z.nullable(timeMs),
})

export const transparencyCheckpoints = customerOperation('transparency/checkpoints', 'public', {
  summary:
    'The shards of the price log, oldest first, each with its key and newest checkpoint, and where keys are announced.',
  output: z.object({
    shards: z.array(logShard),
    /** The key that signs acceptances of orders; null where they are not signed. */
    acceptanceVkey: z.nullable(z.string()),
    announced: z.array(announcedKey),
  }),
})

/** Whether a witness has cosigned the newest checkpoints of both logs: lately, some time ago, or hardly ever. */
export const witnessStates = ['fresh', 'late', 'silent'] as const
export type WitnessState = (typeof witnessStates)[number]

/** Where a witness runs: a part of this installation, another program on its machine, or elsewhere. */
export const witnessPlaces = ['own', 'this-machine', 'elsewhere'] as const
export type WitnessPlace = (typeof witnessPlaces)[number]

const witnessView = z.object({
  name: z.string(),
  /** The key of its cosignatures, as a verifier's line of a signed note. */
  vkey: z.string(),
  place: z.enum(witnessPlaces),
  /** Never the installation's own. On the same machine only in the sandbox, where a trial counts. */
  isIndependent: z.boolean(),
  /** The leaves of the log of prices that it has cosigned; null where it has cosigned none. */
  cosignedSize: z.nullable(z.int()),
  /** When it has last cosigned, in the log for which that is longer ago; null before both have a cosignature. */
  cosignedMs: z.nullable(timeMs),
  state: z.enum(witnessStates),
})

export const transparencyWitnesses = customerOperation('transparency/witnesses', 'public', {
  summary: 'The witnesses that cosign the price log, and how many of them are independent and fresh.',
  output: z.object({
    witnesses: z.array(witnessView),
    /** The independent witnesses whose state is fresh. */
    independentCount: z.int(),
    /** The least number of witnesses with which the operator's policy accepts a checkpoint. */
    requiredCount: z.int(),
  }),
})

/** Where the log of events has an entry; null until it has. */
const eventPlace = z.nullable(z.object({ shard: z.string(), index: z.int() }))

export const transparencySeeds = customerOperation('transparency/seeds', 'public', {
  summary:
    'The seeds of the simulated prices of the newest eight days, newest first: the commitment to each, the seed once it is revealed, and where the log of events has both. Empty where no prices are simulated.',
  output: z.object({
    items: z.array(
      z.object({
        /** Days since 1970-01-01 (UTC). */
        day: z.int(),
        /** SHA-256 of the seed, in hexadecimal. */
        commitment: z.string(),
        /** In hexadecimal; null until no contract of the day can be open. */
        seed: z.nullable(z.string()),
        committed: eventPlace,
        revealed: eventPlace,
      }),
    ),
  }),
})

/** The most frames that one call returns: two minutes. */
export const mostFrames = 240

const frameView = z.object({
  slot: slotNumber,
  /** When the slot begins. */
  startMs: timeMs,
  price: decimalText,
  ageMs: z.int(),
  state: quoteState,
  kind: sourceKind,
  /** The sources that spoke in this slot; null in frames from before their record. */
  sources: z.nullable(z.array(z.string())),
  epoch: z.int(),
  /** The sum of the prices of all open frames up to this one, in units of the last decimal, and their count. */
  priceSum: z.string().check(z.regex(/^-?\d{1,39}$/)),
  openCount: z.int(),
  /** The half-year of the log of prices with the leaf of the slot, and the leaf's index; null before the log begins. */
  shard: z.nullable(z.string()),
  leaf: z.nullable(z.int()),
})
export type FrameView = z.output<typeof frameView>

export const transparencyFrames = customerOperation('transparency/frames', 'public', {
  summary:
    'The stored frames of an instrument, from a slot on: at most 240 slots. Slots without a frame are left out. Older frames than `keptFromSlot` are in the files of the price log only, which are also what proves them.',
  input: z.object({
    symbol: symbolText,
    slot: wholeNumber,
    count: z._default(wholeNumber.check(z.gte(1, 'too-small'), z.lte(mostFrames, 'too-large')), mostFrames),
  }),
  output: z.object({
    symbol: z.string(),
    /** The instrument's number in the log: its record is the one before this index. */
    id: z.int(),
    decimals: z.int(),
    /** The oldest frame that is stored, and the newest; null before the first. */
    keptFromSlot: z.nullable(slotNumber),
    newestSlot: z.nullable(slotNumber),
    items: z.array(frameView),
  }),
  refusals: ['unknown-instrument'],
})
