import { ProofError } from '../errors.ts'
import { dayFiguresEvent } from './day-figures.ts'
import { flag, hash, i64, text, u16, u32, u64 } from './field.ts'
import { structure, typeOf } from './structure.ts'
import type { Structure } from './structure.ts'

/** Where a log of one of several cells has an entry. */
export interface CellPlace {
  readonly cell: number
  /** The number of the entry in the cell's log of events, from 0 on, through all of its shards. */
  readonly sequence: number
}

/** A batch of the ledger, with the root over its sealed items. Only a batch of one of several cells has a place. */
export interface BatchEvent extends Partial<CellPlace> {
  readonly stripe: number
  readonly seq: number
  readonly atMs: number
  /** The movement that the batch books, such as `contract-placed`. */
  readonly kind: string
  readonly entryCount: number
  readonly itemCount: number
  readonly itemsRoot: Uint8Array
  /** The batch's link in the hash chain of its stripe. */
  readonly batchHash: Uint8Array
}

/** A version of contract terms. Amounts are units, in each asset. */
export interface TermsEvent {
  readonly termsId: bigint
  readonly instrumentId: number
  readonly symbol: string
  readonly durationSlots: number
  readonly version: number
  readonly offered: boolean
  readonly stakeMin: bigint
  readonly stakeMax: bigint
  readonly feeBps: number
  readonly payoutBps: number
  readonly maxOpenPayout: bigint
  readonly entryWindowSlots: number
  readonly exitWindowSlots: number
}

/** A halt of new orders on an instrument, 0 for all, or its end. */
export interface HaltEvent {
  readonly instrumentId: number
  readonly halted: boolean
  readonly atMs: number
}

/** The newest link of the chain of operators' audit records. */
export interface AuditHeadEvent {
  readonly auditId: number
  readonly hash: Uint8Array
  readonly atMs: number
}

/** A key that signs from a time on: of a log, or of acceptances. */
export interface KeyEvent {
  readonly signs: string
  readonly vkey: string
  readonly fromMs: number
}

/** A version of a published rule, such as `correction`, `outage` or `retention`, by the hash of its text. */
export interface RuleEvent {
  readonly name: string
  readonly version: number
  readonly textHash: Uint8Array
}

/** The hash of a day's seed, before its first slot. Days are counted from 1970-01-01. */
export interface SeedCommitmentEvent {
  readonly day: number
  readonly seedHash: Uint8Array
}

/** A day's seed, after its last slot. */
export interface SeedRevealedEvent {
  readonly day: number
  readonly seed: Uint8Array
}

/** The first entry of a log's shard: which slot or event it begins with, and the key that signs its checkpoints. */
export interface ShardEvent {
  readonly log: string
  readonly shard: string
  readonly firstSlot: number
  readonly vkey: string
}

const batchFields = {
  stripe: u16,
  seq: u64,
  atMs: u64,
  kind: text,
  entryCount: u32,
  itemCount: u32,
  itemsRoot: hash,
  batchHash: hash,
}
const batchOfOne = structure<Omit<BatchEvent, keyof CellPlace>>(16, batchFields)
/** A batch of one of several cells. */
export const batchOfCell = structure<Omit<BatchEvent, keyof CellPlace> & CellPlace>(27, {
  cell: u16,
  sequence: u64,
  ...batchFields,
})

/** A batch, of one of several cells (type 27) or of the only one. */
export const batchEvent: Structure<BatchEvent> = {
  ...batchOfOne,
  encode({ cell, sequence, ...batch }) {
    return cell === undefined || sequence === undefined
      ? batchOfOne.encode(batch)
      : batchOfCell.encode({ ...batch, cell, sequence })
  },
  decode: (bytes) => (typeOf(bytes) === batchOfCell.type ? batchOfCell : batchOfOne).decode(bytes),
}

export const termsEvent = structure<TermsEvent>(17, {
  termsId: i64,
  instrumentId: u16,
  symbol: text,
  durationSlots: u32,
  version: u32,
  offered: flag,
  stakeMin: i64,
  stakeMax: i64,
  feeBps: u32,
  payoutBps: u32,
  maxOpenPayout: i64,
  entryWindowSlots: u32,
  exitWindowSlots: u32,
})

export const haltEvent = structure<HaltEvent>(18, { instrumentId: u16, halted: flag, atMs: u64 })
export const auditHeadEvent = structure<AuditHeadEvent>(19, { auditId: u64, hash, atMs: u64 })
/** A snapshot of liabilities; `decodeSnapshotEvent` reads it. */
export const snapshotEventType = 20
export const keyEvent = structure<KeyEvent>(21, { signs: text, vkey: text, fromMs: u64 })
export const ruleEvent = structure<RuleEvent>(22, { name: text, version: u32, textHash: hash })
export const seedCommitmentEvent = structure<SeedCommitmentEvent>(23, { day: u32, seedHash: hash })
export const seedRevealedEvent = structure<SeedRevealedEvent>(24, { day: u32, seed: hash })
export const shardEvent = structure<ShardEvent>(25, { log: text, shard: text, firstSlot: u64, vkey: text })

const structures = {
  batch: batchEvent,
  terms: termsEvent,
  halt: haltEvent,
  auditHead: auditHeadEvent,
  key: keyEvent,
  rule: ruleEvent,
  seedCommitment: seedCommitmentEvent,
  seedRevealed: seedRevealedEvent,
  shard: shardEvent,
  dayFigures: dayFiguresEvent,
}
type Structures = typeof structures

/** An entry of the log of events with its name; a snapshot of liabilities is left as bytes. */
export type LogEvent =
  | {
      readonly [Name in keyof Structures]: {
        readonly name: Name
        readonly event: ReturnType<Structures[Name]['decode']>
      }
    }[keyof Structures]
  | { readonly name: 'snapshot'; readonly event: Uint8Array }

/** Parses an entry of the log of events. Throws a ProofError for unknown types and malformed entries. */
export function decodeEvent(bytes: Uint8Array): LogEvent {
  const type = typeOf(bytes)
  if (type === snapshotEventType) return { name: 'snapshot', event: bytes }
  if (type === batchOfCell.type) return { name: 'batch', event: batchOfCell.decode(bytes) }
  const known = Object.entries(structures).find(([, { type: its }]) => its === type)
  if (known === undefined) throw new ProofError('malformed', 'The entry is no event of a known type.')
  const [name, { decode }] = known
  return { name, event: decode(bytes) } as LogEvent
}
