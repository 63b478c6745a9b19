import { expect, test } from 'vitest'
import { parseReceipt } from '@candor/proof/receipt'
import publishedMovement from '../../../../../packages/proof/vectors/movement-receipt.json?raw'
import { judgeMovement, judgeMovements } from './judge-movement.ts'
import type { ExpectedMovement } from './judge-movement.ts'
import { movementsStateOf } from './movement-proof.ts'
import type { MovementProof } from './movement-proof.ts'
import { lateAfterMs } from './proof-state.ts'
import { publishedReceipt, publishedTrust } from './testing/published-receipt.ts'

// The published movement has no cosignatures.
const { policy: _, ...trust } = publishedTrust

function expected(change: Partial<ExpectedMovement> = {}): ExpectedMovement {
  const parsed = parseReceipt(publishedMovement)
  if (parsed.kind !== 'movement') throw new Error('the published receipt is of a movement')
  const { kind, ref, asset, atMs } = parsed.moved.item.value
  return { movement: kind, recordId: `${ref}`, asset, atMs, ...change }
}

const outcomeOf = async (change: Partial<ExpectedMovement>, receipt = publishedMovement, trusted = publishedTrust) =>
  (await judgeMovement(receipt, expected(change), trusted)).outcome

test('the receipt of a ledger entry passes without witnesses that no policy asks for', async () => {
  const proof = await judgeMovement(publishedMovement, expected(), trust)
  expect(proof).toMatchObject({ outcome: 'passed', signers: { cosigned: 0, known: 0 }, reason: null })
  expect(proof.change).toMatch(/^-?\d+/)
})

test('a policy that asks for witnesses is not met', async () => {
  expect(await outcomeOf({})).toBe('short-of-witnesses')
})

test.each([{ recordId: '8' }, { movement: 'swap' }, { asset: 'USD' }, { asset: 'USDT' }, { atMs: 1 }] as const)(
  'a receipt of another entry than %o fails',
  async (change) => {
    const isSame = 'asset' in change && change.asset === expected().asset
    expect(await outcomeOf(change, publishedMovement, trust)).toBe(isSame ? 'passed' : 'failed')
  },
)

test('a changed receipt, one of a contract, and one by other keys are told apart', async () => {
  expect(await outcomeOf({}, publishedMovement.replace('"index":0', '"index":1'), trust)).toBe('failed')
  expect(await outcomeOf({}, publishedReceipt, trust)).toBe('failed')
  expect(await outcomeOf({}, publishedMovement, { ...trust, events: [] })).toBe('unknown-keys')
})

const entry = { movement: 'swap', asset: 'USD', atMs: 0 } as const
const ready = { ...entry, receipt: { state: 'ready', receipt: 'text' } } as const
const pending = { ...entry, receipt: { state: 'pending', pendingUntilMs: 1 } } as const
const absent = { ...entry, receipt: { state: 'absent', reason: 'before-log' } } as const
const proof = (outcome: MovementProof['outcome'], cosigned = 2): MovementProof => ({
  outcome,
  change: '1',
  signers: { cosigned, known: 2 },
  reason: null,
})

test('the ring of a record closes only when each of its entries passed', () => {
  const stateOf = (...[movements, proofs, nowMs = 0]: [typeof movementsOf, readonly MovementProof[] | null, number?]) =>
    movementsStateOf({ movements, found: proofs === null ? null : { proofs, areKeysOther: false }, nowMs })
  const movementsOf: readonly (typeof ready | typeof pending | typeof absent)[] = [ready, ready]
  expect(stateOf(movementsOf, null)).toEqual({ state: 'checking' })
  const passed = [proof('passed'), proof('passed', 1)]
  expect(stateOf(movementsOf, passed)).toEqual({ state: 'verified', signers: { cosigned: 1, known: 2 } })
  expect(stateOf(movementsOf, [proof('passed'), proof('failed')]).state).toBe('mismatch')
  expect(stateOf(movementsOf, [proof('passed'), proof('unknown-keys')]).state).toBe('mismatch')
  expect(stateOf([ready, pending], [proof('passed')]).state).toBe('waiting')
  expect(stateOf([pending], null, lateAfterMs + 1)).toMatchObject({ state: 'unverified', reason: 'log-late' })
  expect(stateOf([absent], null)).toMatchObject({ state: 'unverified', reason: 'before-log' })
  expect(stateOf([ready], [proof('short-of-witnesses', 0)])).toMatchObject({ reason: 'witnesses-missing' })
})

test('receipts by other keys than the device trusts are a question only where they are sound by them', async () => {
  const strangers = { ...trust, events: [] }
  const receipts = [{ receipt: publishedMovement, expected: expected() }]
  const stateOf = async (changed: typeof trust | null, judged = receipts) =>
    movementsStateOf({
      movements: [ready],
      found: await judgeMovements(judged, { trusted: strangers, changed }),
      nowMs: 0,
    })
  expect(await stateOf(trust)).toMatchObject({ state: 'unverified', reason: 'other-keys' })
  expect(await stateOf(null)).toEqual({ state: 'mismatch' })
  expect(await stateOf(strangers)).toEqual({ state: 'mismatch' })
  expect(await stateOf(trust, [{ receipt: publishedMovement, expected: expected({ atMs: 1 }) }])).toEqual({
    state: 'mismatch',
  })
  expect(await stateOf({ ...trust, ...publishedTrust })).toMatchObject({ reason: 'witnesses-and-keys' })
  const known = await judgeMovements(receipts, { trusted: trust, changed: trust })
  expect(movementsStateOf({ movements: [ready], found: known, nowMs: 0 }).state).toBe('verified')
})
