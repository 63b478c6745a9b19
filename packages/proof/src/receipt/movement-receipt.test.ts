import { expect, test } from 'vitest'
import { leafHash } from '../hash.ts'
import { verifyLogProof } from '../log-proof.ts'
import { parseVerifierKey } from '../note-key.ts'
import { fromBase64 } from '../bytes.ts'
import type { BatchEvent, MovementItem } from '../encoding/index.ts'
import { movementExample } from '../testing/format-examples.ts'
import { randomOf } from '../testing/random.ts'
import { syntheticVkey } from '../testing/synthetic-keys.ts'
import { syntheticMovementParts } from '../testing/synthetic-receipt.ts'
import { buildReceipt, receiptLogProofs, verifyReceipt } from './index.ts'
import type { Trusted } from './index.ts'

const movement: MovementItem = { ...movementExample, ref: 1_790_000_000_000_123n }

async function trusting(): Promise<Trusted> {
  return { ticks: [], events: [await syntheticVkey('candor.example/events/2026h1')], acceptance: [] }
}

async function verdictOf(batch?: (batch: BatchEvent) => BatchEvent, trusted?: Trusted) {
  const parts = await syntheticMovementParts(movement, randomOf(1), batch === undefined ? {} : { batch })
  return verifyReceipt(buildReceipt(parts), trusted ?? (await trusting()))
}

test('passes where a batch of the log of events contains the movement', async () => {
  expect(await verdictOf()).toMatchObject({
    verdict: 'passed',
    steps: [
      { name: 'format', state: 'passed', evidence: { kind: 'movement' } },
      { name: 'movement-in-log', state: 'passed', evidence: { leaf: '2', kind: 'withdrawal-completed' } },
      { name: 'signatures', state: 'passed', evidence: { 'candor.example/events/2026h1': '4' } },
      { name: 'witnesses', state: 'absent' },
    ],
  })
})

test.each<[string, (batch: BatchEvent) => BatchEvent]>([
  ['The item is not among those of its batch.', (batch) => ({ ...batch, itemsRoot: new Uint8Array(32) })],
  ['The movement was not booked when its batch was.', (batch) => ({ ...batch, atMs: batch.atMs + 1 })],
  ['A batch of orders has items of orders only.', (batch) => ({ ...batch, kind: 'contract-placed' })],
  ['A batch of orders has items of orders only.', (batch) => ({ ...batch, kind: 'contract-settled' })],
])('fails with %s', async (message, batch) => {
  const { verdict, steps } = await verdictOf(batch)
  expect(verdict).toBe('failed')
  expect(steps[1]).toMatchObject({ name: 'movement-in-log', state: 'failed', evidence: { message } })
})

test('fails where the log has another entry at its place, and where another key signed', async () => {
  const parts = await syntheticMovementParts(movement, randomOf(1))
  const moved = { ...parts.moved, leaf: 1 }
  const { steps } = await verifyReceipt(buildReceipt({ ...parts, moved }), await trusting())
  expect(steps[1]?.evidence['message']).toBe('The entries are not in the log where the receipt says.')
  const other = { ...(await trusting()), events: [await syntheticVkey('other.example/events/2026h1')] }
  expect((await verdictOf(undefined, other)).steps.map(({ state }) => state)).toEqual([
    'passed',
    'passed',
    'failed',
    'not-judged',
  ])
})

test('expands to a proof for tools that know logs only', async () => {
  const text = buildReceipt(await syntheticMovementParts(movement, randomOf(1)))
  const [one, ...more] = receiptLogProofs(text)
  expect(more).toEqual([])
  expect(one?.name).toBe('moved')
  const { events } = await trusting()
  const logs = events.map((vkey) => ({ key: parseVerifierKey(vkey) }))
  const entry = fromBase64(/^extra (.*)$/m.exec(one?.proof ?? '')?.[1] ?? '')
  const policy = { logs, witnesses: [], quorum: { kind: 'none' } } as const
  expect(await verifyLogProof(one?.proof ?? '', { leafHash: leafHash(entry), policy })).toMatchObject({ index: 2 })
})
