import { expect, test } from 'vitest'
import { createBus } from './bus.ts'
import type { Bus, Touched } from './bus.ts'
import { createJoinedBus } from './joined-bus.ts'
import type { JoinedBus, SharedMessage } from './joined-bus.ts'

const openOwn = (): Bus =>
  createBus((_topic, fault) => {
    throw fault
  })

/** Two processes, each with what it sent. */
function openTwo() {
  const sent: SharedMessage[] = []
  const two: JoinedBus = createJoinedBus(openOwn(), () => undefined)
  const one = createJoinedBus(openOwn(), (shared) => {
    sent.push(shared)
    two.arrive(shared)
  })
  return { one, two, sent }
}

test('a session that ends in one process ends in the others, and is not sent back', () => {
  const { one, two, sent } = openTwo()
  const ended: string[] = []
  one.subscribe('session-revoked', ({ sessionId }) => ended.push(`one ${sessionId}`))
  two.subscribe('session-revoked', ({ sessionId }) => ended.push(`two ${sessionId}`))
  one.publish('session-revoked', { customerId: 1n, sessionId: 7n })
  expect(ended).toEqual(['one 7', 'two 7'])
  expect(sent).toHaveLength(1)
})

test('frames and account events stay in their process', () => {
  const { one, sent } = openTwo()
  one.publish('account', { customerId: 1n, event: { type: 'notice', notice: { kind: 'kyc', id: '1', state: 'new' } } })
  expect(sent).toEqual([])
})

test('what happens to accounts within a moment is one message, for the others alone', async () => {
  const { one, two, sent } = openTwo()
  const here: Touched[] = []
  const there: Touched[] = []
  one.subscribe('touched', (touched) => here.push(touched))
  two.subscribe('touched', (touched) => there.push(touched))
  one.publish('touched', { orders: [{ customerId: 1n, orderId: 5n }], balances: [1n], notices: [] })
  one.publish('touched', { orders: [], balances: [1n, 2n], notices: [] })
  await expect.poll(() => there).toHaveLength(1)
  expect(there).toEqual([{ orders: [{ customerId: 1n, orderId: 5n }], balances: [1n, 2n], notices: [] }])
  expect([here, sent.length]).toEqual([[], 1])
})
