import { expect, test } from 'vitest'
import { randomOf } from '../testing/random.ts'
import { syntheticParts, syntheticTerms, syntheticTrust } from '../testing/synthetic-receipt.ts'
import { eventfulMarket, randomOrder } from '../testing/synthetic-world.ts'
import { buildReceipt, parseReceipt, verifyReceipt } from './index.ts'

const reasons = ['entry-not-open', 'no-exit-price', 'feed-changed']

test('verifies each of 1,200 receipts, of every result and reason, with gaps at borders and across shards', async () => {
  const market = eventfulMarket()
  const trusted = await syntheticTrust(market)
  const random = randomOf(2)
  const seen = new Map<string, number>()
  const count = (name: string) => seen.set(name, (seen.get(name) ?? 0) + 1)
  for (let sample = 0; sample < 1_200; sample += 1) {
    const order = randomOrder(random)
    const parts = await syntheticParts(market, order, random, { isSplit: random.chance(0.1) })
    const text = buildReceipt(parts)
    const { verdict, steps } = await verifyReceipt(text, { ...trusted, terms: [syntheticTerms(order)] })
    expect(steps.flatMap(({ name, state }) => (state === 'passed' ? [] : [`${name} ${state}`]))).toEqual([
      'witnesses absent',
    ])
    expect(verdict).toBe('passed')
    const receipt = parseReceipt(text)
    if (receipt.kind !== 'contract') throw new Error('the receipt is of another kind')
    const { result, voidReason } = receipt.settled.item.value
    const missing = steps.find(({ name }) => name === 'frames-in-log')?.evidence['missing']
    count(`${order.entryWindowSlots === 1 ? 'single' : 'averages'} ${result} ${voidReason}`)
    count(`${receipt.ticks.length} shards of ticks`)
    if (missing !== '0') count('missing')
  }
  const rules = ['averages', 'single']
  const results = ['won none', 'lost none', 'tie none', ...reasons.map((reason) => `void ${reason}`)]
  const expected = rules.flatMap((rule) => results.map((result) => `${rule} ${result}`))
  const rare = [...expected, '2 shards of ticks', 'missing'].filter((name) => (seen.get(name) ?? 0) <= 5)
  expect(rare).toEqual([])
}, 120_000)
