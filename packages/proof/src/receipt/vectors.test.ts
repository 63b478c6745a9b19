import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parsePolicy } from '../policy.ts'
import { verifyAcceptance, verifyReceipt } from './index.ts'
import type { Trusted } from './index.ts'

// Receipts that have been published with the format: a second implementation verifies them, and no later version of
// this one refuses them.
const read = (name: string) => readFileSync(join(import.meta.dirname, '..', '..', 'vectors', name))
const { policy, ...keys } = JSON.parse(read('trusted.json').toString()) as Omit<Trusted, 'policy'> & { policy: string }
const trusted: Trusted = { ...keys, policy: parsePolicy(policy) }

test('the published receipt of a contract passes with both its witnesses', async () => {
  const { verdict, steps } = await verifyReceipt(read('contract-receipt.json'), trusted)
  expect({ verdict, open: steps.filter(({ state }) => state !== 'passed') }).toEqual({ verdict: 'passed', open: [] })
  expect(steps).toHaveLength(11)
})

test('the published receipt of a movement passes without witnesses', async () => {
  const { verdict, steps } = await verifyReceipt(read('movement-receipt.json'), keys)
  expect({ verdict, states: steps.map(({ state }) => state) }).toEqual({
    verdict: 'passed',
    states: ['passed', 'passed', 'passed', 'absent'],
  })
})

test('the published acceptance passes', async () => {
  const { verdict, steps } = await verifyAcceptance(read('acceptance.json'), trusted)
  expect({ verdict, states: steps.map(({ state }) => state) }).toEqual({
    verdict: 'passed',
    states: ['passed', 'passed', 'not-judged'],
  })
})
