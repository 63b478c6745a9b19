import { expect, test } from 'vitest'
import type { OrderView } from '@candor/api'
import { buildAcceptance } from '@candor/proof/receipt'
import { judgeContract } from './judge-contract.ts'
import { publishedContract, publishedOrder, publishedReceipt, publishedTrust } from './testing/published-receipt.ts'
import { judgeByEither } from './verdict-reading.ts'

const judged = (
  order: OrderView,
  { receipt = publishedReceipt, kept = null as string | null, trust = publishedTrust } = {},
) => judgeContract(receipt, { order, kept }, trust)

const states = ({ checks }: Awaited<ReturnType<typeof judged>>) => checks.map(({ name, state }) => `${name} ${state}`)
const allPassed = ['order passed', 'entry passed', 'exit passed', 'rule passed', 'log passed']

function keptText(receipt = publishedContract()): string {
  const { salt, item, index, path } = receipt.placed
  return buildAcceptance({ acceptance: receipt.acceptance, placed: { salt, item: item.bytes, index, path } })
}

test('the order that the receipt is of passes all five checks, with both witnesses', async () => {
  const proof = await judged(publishedOrder())
  expect(proof).toMatchObject({
    outcome: 'passed',
    isDamaged: false,
    differences: [],
    signers: { cosigned: 2, known: 2 },
    facts: { isKept: false, entry: { count: 10 }, exit: { count: 10 } },
  })
  expect(states(proof)).toEqual(allPassed)
})

test('the acceptance that the device kept is compared with the one of the receipt', async () => {
  const kept = await judged(publishedOrder(), { kept: keptText() })
  expect(kept).toMatchObject({ outcome: 'passed', facts: { isKept: true } })
  for (const other of ['no acceptance', keptText().replace('"index":4', '"index":5')]) {
    const proof = await judged(publishedOrder(), { kept: other })
    expect(proof).toMatchObject({ outcome: 'failed', differences: [{ name: 'kept' }], facts: { isKept: false } })
    expect(states(proof)).toEqual(['order failed', ...allPassed.slice(1)])
  }
})

test.each<[name: string, check: string, change: Partial<OrderView>]>([
  ['id', 'order', { id: '7' }],
  ['instrument', 'order', { symbol: 'EURUSD' }],
  ['direction', 'order', { direction: publishedOrder().direction === 'up' ? 'down' : 'up' }],
  ['stake', 'order', { stake: '26' }],
  ['fee', 'order', { fee: '9' }],
  ['profit', 'order', { profit: '9' }],
  ['slots', 'order', { exitSlot: 1 }],
  ['accepted', 'order', { acceptedAtMs: 1 }],
  ['entry', 'entry', { entryPrice: '1.5' }],
  ['exit', 'exit', { exitPrice: null }],
  ['result', 'rule', { result: 'tie' }],
  ['result', 'rule', { voidReason: 'feed-changed' }],
  ['net', 'rule', { net: '0.01' }],
])('an order that shows another %s fails the check of the %s', async (name, check, change) => {
  const proof = await judged(publishedOrder(change))
  expect(proof.outcome).toBe('failed')
  expect(proof.differences.map((one) => one.name)).toEqual([name])
  expect(states(proof)).toEqual(allPassed.map((each) => each.replace(`${check} passed`, `${check} failed`)))
})

test('an amount in another asset is another amount', async () => {
  const { asset } = publishedOrder()
  const proof = await judged(publishedOrder({ asset: asset === 'USD' ? 'USDT' : 'USD' }))
  expect(proof.differences.map(({ name }) => name)).toEqual(['stake', 'fee', 'profit'])
})

test('a changed byte is damage, and nothing is checked', async () => {
  const changed = publishedReceipt.replace('"index":4', '"index":5')
  const proof = await judged(publishedOrder(), { receipt: changed })
  expect(proof).toMatchObject({ outcome: 'failed', isDamaged: true, facts: null })
  expect(proof.reason).not.toBeNull()
  expect(new Set(proof.checks.map(({ state }) => state))).toEqual(new Set(['not-checked']))
})

/** The published keys, with a policy that asks for a third witness. */
function strictTrust(): typeof publishedTrust {
  const { policy } = publishedTrust
  if (policy === undefined) throw new Error('the published keys have a policy')
  const [first] = policy.witnesses
  if (first === undefined) throw new Error('the policy has witnesses')
  const absent = { ...first, key: { ...first.key, keyId: first.key.keyId + 1 } }
  const members = [...policy.witnesses, absent].map((witness) => ({ kind: 'witness' as const, witness }))
  const quorum = { kind: 'group' as const, name: 'all', threshold: 3, members }
  return { ...publishedTrust, policy: { ...policy, witnesses: [...policy.witnesses, absent], quorum } }
}

test('too few witnesses are no mismatch, and are counted', async () => {
  const trust = strictTrust()
  const proof = await judged(publishedOrder(), { trust })
  expect(proof).toMatchObject({ outcome: 'short-of-witnesses', signers: { cosigned: 2, known: 3 } })
  expect((await judged(publishedOrder({ net: '7' }), { trust })).outcome).toBe('failed')
})

test('a receipt signed by keys that the device does not know is told apart', async () => {
  for (const list of ['acceptance', 'events', 'ticks'] as const)
    expect((await judged(publishedOrder(), { trust: { ...publishedTrust, [list]: [] } })).outcome).toBe('unknown-keys')
})

test('a receipt by other keys counts by them where it is sound, also short of witnesses, and only then', async () => {
  const strangers = { ...publishedTrust, acceptance: [] }
  const judgedBy = (changed: typeof publishedTrust | null, order = publishedOrder()) =>
    judgeByEither((trust) => judged(order, { trust }), { trusted: strangers, changed })
  const found = async (...by: Parameters<typeof judgedBy>) => {
    const { proof, areKeysOther } = await judgedBy(...by)
    return [proof.outcome, areKeysOther]
  }
  expect(await found(publishedTrust)).toEqual(['passed', true])
  expect(await judgedBy(strictTrust())).toMatchObject({
    proof: { outcome: 'short-of-witnesses', signers: { cosigned: 2, known: 3 } },
    areKeysOther: true,
  })
  expect(await found(null)).toEqual(['unknown-keys', false])
  expect(await found(strangers)).toEqual(['unknown-keys', false])
  expect(await found(strictTrust(), publishedOrder({ net: '7' }))).toEqual(['unknown-keys', false])
})
