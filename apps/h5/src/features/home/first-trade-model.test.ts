import { expect, it } from 'vitest'
import { nextStep } from './first-trade-model.ts'
import type { Beginning } from './first-trade-model.ts'

const order = (id: string, state: 'open' | 'closed') => ({ id, state })
const beginning = (changes: Partial<Beginning>): Beginning => ({
  kycState: 'verified',
  orders: [],
  ...changes,
})

it.each([
  ['identity', { kycState: 'none' }],
  ['identity', { kycState: 'under-review' }],
  ['identity', { kycState: 'rejected' }],
  ['trade', {}],
  ['receipt', { orders: [order('one', 'open')] }],
  ['receipt', { orders: [order('one', 'closed')] }],
  [null, { orders: [order('two', 'open'), order('one', 'closed')] }],
] as const)('the next step to a first receipt is %s: %o', (step, changes) => {
  expect(nextStep(beginning(changes))).toBe(step)
})
