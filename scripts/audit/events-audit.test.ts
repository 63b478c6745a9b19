import { formatVerifierKey, sha256, signerKey } from '@candor/proof'
import {
  auditHeadEvent,
  batchEvent,
  dayFiguresEvent,
  haltEvent,
  keyEvent,
  seedCommitmentEvent,
  seedRevealedEvent,
  shardEvent,
} from '@candor/proof/encoding'
import { encodeSnapshotEvent } from '@candor/proof/solvency'
import { describe, expect, test } from 'vitest'
import { EventsAudit } from './events-audit.ts'
import { Findings } from './findings.ts'
import type { CheckName } from './findings.ts'

const hash = (byte: number) => new Uint8Array(32).fill(byte)
const dayMs = 86_400_000
const atMs = 20_000 * dayMs

interface Batch {
  readonly seq: number
  readonly stripe?: number
  readonly batchHash?: Uint8Array
  readonly kind?: string
  readonly itemCount?: number
  readonly atMs?: number
  readonly cell?: number
  readonly sequence?: number
}

const batch = (change: Batch) =>
  batchEvent.encode({
    stripe: 1,
    atMs,
    kind: 'deposit',
    entryCount: 2,
    itemCount: 1,
    itemsRoot: hash(1),
    batchHash: hash(100 + change.seq),
    ...change,
  })

const snapshot = (snapshotId: bigint, seq: bigint, link: number) =>
  encodeSnapshotEvent({
    snapshotId,
    atMs: BigInt(atMs),
    trees: [
      {
        asset: 1,
        depth: 8,
        root: hash(2),
        totals: { free: 1n, held: 0n, invested: 0n, accrued: 0n, escrow: 0n, merchant: 0n },
        openPayout: 0n,
      },
    ],
    stripes: [{ stripe: 1, seq, hash: hash(link) }],
  })

const figures = (won: number) => {
  const sums = { stakeFrom: 1n, durationSlots: 60, staked: 1n, fees: 0n, profits: 1n, net: 0n }
  return dayFiguresEvent.encode({
    day: 20_000,
    groups: [{ ...sums, won, lost: 1, tied: 0, voided: 0 }],
    voids: [],
    customers: [],
  })
}

/** The failures of entries, which the second half of is read by another run that goes on. */
function audited(entries: readonly Uint8Array[], name: CheckName, nowMs = atMs): readonly string[] {
  const findings = new Findings()
  const first = new EventsAudit(findings, null)
  const middle = Math.floor(entries.length / 2)
  for (const [index, entry] of entries.slice(0, middle).entries()) first.take('events/2026h1', index, entry)
  const second = new EventsAudit(findings, first.carry())
  for (const [index, entry] of entries.slice(middle).entries()) second.take('events/2026h1', middle + index, entry)
  second.finish(nowMs)
  const others = findings.outcomes().filter((each) => each.name !== name && each.failureCount > 0)
  expect(others).toEqual([])
  return findings.outcomes().find((each) => each.name === name)?.failures ?? []
}

describe('the events of a log', () => {
  test('have the batches of each stripe without gaps', () => {
    expect(audited([batch({ seq: 1 }), batch({ seq: 1, stripe: 2 }), batch({ seq: 2 })], 'batches')).toEqual([])
    expect(audited([batch({ seq: 1 }), batch({ seq: 3 })], 'batches')).toEqual([
      'The entry 1 of events/2026h1 is batch 3 of stripe 1 after batch 1.',
    ])
    expect(audited([batch({ seq: 1 }), batch({ seq: 2 }), batch({ seq: 2 })], 'batches')).toHaveLength(1)
    const same = [batch({ seq: 1, batchHash: hash(9) }), batch({ seq: 2, batchHash: hash(9) })]
    expect(audited(same, 'batches')).toEqual([
      'The entry 1 of events/2026h1 has the same link in the hash chain as the batch before it.',
    ])
  })

  test('are all of one cell, whose entries have no gap', () => {
    const ofCell = (seq: number, sequence: number, cell = 2) => batch({ seq, cell, sequence })
    const halt = haltEvent.encode({ instrumentId: 1, halted: true, atMs })
    expect(audited([ofCell(1, 0), halt, ofCell(2, 2), ofCell(3, 3)], 'cell')).toEqual([])
    expect(audited([batch({ seq: 1 }), halt, ofCell(2, 2), ofCell(3, 3)], 'cell')).toEqual([])
    expect(audited([ofCell(1, 0), ofCell(2, 1), ofCell(3, 2, 1)], 'cell')).toEqual([
      'The entry 2 of events/2026h1 is of cell 1 in the log of cell 2.',
    ])
    expect(audited([ofCell(1, 0), ofCell(2, 2), ofCell(3, 3)], 'cell')).toEqual([
      'The entry 1 of events/2026h1 is number 2 of cell 2 after 1 entries.',
    ])
    expect(audited([ofCell(1, 0), ofCell(2, 1), halt, ofCell(3, 2)], 'cell')).toHaveLength(1)
    expect(audited([ofCell(1, 3), ofCell(2, 4)], 'cell')).toHaveLength(1)
    expect(audited([ofCell(1, 0), batch({ seq: 2 })], 'cell')).toEqual([
      'The entry 1 of events/2026h1 names no cell, and a batch before it names cell 2.',
    ])
  })

  test('have snapshots that name links of the chain, before or after them', () => {
    const batches = [batch({ seq: 1 }), batch({ seq: 2 }), batch({ seq: 3 })]
    expect(audited([...batches, snapshot(1n, 2n, 102)], 'liabilities')).toEqual([])
    expect(audited([snapshot(1n, 3n, 103), ...batches], 'liabilities')).toEqual([])
    const wrong = 'Snapshot 1 names another batch 3 of stripe 1 than the log has.'
    expect(audited([snapshot(1n, 3n, 9), ...batches], 'liabilities')).toEqual([wrong])
    expect(audited([...batches, snapshot(1n, 3n, 9)], 'liabilities')).toEqual([wrong])
    expect(audited([snapshot(2n, 0n, 9), snapshot(2n, 0n, 9)], 'liabilities')).toEqual([
      'Snapshot 2 is not after snapshot 2.',
    ])
  })

  test('reveal each seed in time, and the one that was committed to', () => {
    const commitment = seedCommitmentEvent.encode({ day: 20_000, seedHash: sha256(hash(5)) })
    const revealed = (byte: number) => seedRevealedEvent.encode({ day: 20_000, seed: hash(byte) })
    const late = atMs + 51 * 3_600_000
    expect(audited([commitment, revealed(5)], 'seeds', late)).toEqual([])
    expect(audited([commitment], 'seeds', late - 2 * 3_600_000)).toEqual([])
    expect(audited([commitment], 'seeds', late)).toEqual([
      'The seed of 2024-10-04 was to be revealed after 49 hours, and is not.',
    ])
    expect(audited([commitment, revealed(6)], 'seeds', late)).toEqual([
      'The seed of 2024-10-04 is not the one that was committed to.',
    ])
    expect(audited([revealed(5)], 'seeds')).toHaveLength(1)
    expect(audited([commitment, commitment], 'seeds')).toHaveLength(1)
  })

  test('have figures of a day that count the contracts that the log settles', () => {
    const settled = batch({ seq: 1, kind: 'contract-settled', itemCount: 3 })
    const later = batch({ seq: 2, atMs: atMs + dayMs, kind: 'contract-settled', itemCount: 1 })
    expect(audited([settled, figures(2), later], 'statistics')).toEqual([])
    expect(audited([figures(2), settled], 'statistics')).toEqual([])
    // The rest of the day's batches may come with the next run.
    expect(audited([settled, figures(4)], 'statistics')).toEqual([])
    expect(audited([settled, figures(4), later], 'statistics')).toEqual([
      'The figures of 2024-10-04 are of 5 contracts, and the log settles 3 on that day.',
    ])
    expect(audited([settled, figures(1)], 'statistics')).toHaveLength(1)
  })

  test('name each key once, and links of the audit in their order', async () => {
    const { key } = await signerKey({ name: 'log.test/ticks/2026h1', type: 'ed25519', seed: hash(7) })
    const vkey = formatVerifierKey(key)
    const opened = shardEvent.encode({ log: 'ticks', shard: '2026h1', firstSlot: 5, vkey })
    expect(audited([opened, keyEvent.encode({ signs: 'ticks', vkey, fromMs: 1 })], 'keys')).toHaveLength(1)
    const head = (auditId: number) => auditHeadEvent.encode({ auditId, hash: hash(1), atMs })
    expect(audited([head(4), head(9)], 'events')).toEqual([])
    expect(audited([head(4), head(4)], 'events')).toHaveLength(1)
    expect(audited([Uint8Array.of(1, 99)], 'events')).toHaveLength(1)
  })
})
