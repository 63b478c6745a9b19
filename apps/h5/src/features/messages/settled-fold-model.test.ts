import type { MessageView } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { foldSettled, netsOf } from './settled-fold-model.ts'
import type { SettledMessage } from './settled-fold-model.ts'

const dayMs = 86_400_000
const dayOf = (atMs: number) => String(Math.floor(atMs / dayMs))

const settled = (id: string, atMs: number, net = '84', asset: 'USD' | 'USDT' = 'USD'): SettledMessage => ({
  type: 'order',
  id,
  group: 'orders',
  atMs,
  isRead: true,
  orderId: id,
  symbol: 'BTCUSDT',
  direction: 'up',
  result: 'won',
  asset,
  net,
  entryPrice: '1',
  exitPrice: '2',
})
const notice = (id: string, atMs: number): MessageView => ({
  type: 'announcement',
  about: 'notice',
  title: null,
  link: null,
  id,
  group: 'notices',
  atMs,
  isRead: false,
  text: 'Hello',
})

describe('the settled contracts of a day', () => {
  it('are one entry at the place of the newest, and one alone stays as it is', () => {
    const messages = [
      notice('a', 2 * dayMs + 9),
      settled('b', 2 * dayMs + 8),
      notice('c', 2 * dayMs + 7),
      settled('d', 2 * dayMs),
      settled('e', 2 * dayMs - 1),
    ]
    const [, b, , d] = messages
    expect(foldSettled(messages, dayOf, false)).toEqual([
      messages[0],
      { type: 'fold', id: 'b', atMs: 2 * dayMs + 8, orders: [b, d], isWhole: true },
      messages[2],
      messages[4],
    ])
  })

  it('are not whole where a further page may have more of that day', () => {
    const messages = [settled('a', dayMs + 3), settled('b', dayMs + 2), settled('c', 3), settled('d', 2)]
    expect(foldSettled(messages, dayOf, true)).toMatchObject([{ isWhole: true }, { isWhole: false }])
  })

  it('add up by asset to the last digit', () => {
    const orders = [settled('a', 3, '0.1'), settled('b', 2, '5', 'USDT'), settled('c', 1, '-101.000001')]
    expect(netsOf(orders)).toEqual([
      { asset: 'USD', amount: '-100.900001' },
      { asset: 'USDT', amount: '5' },
    ])
  })
})
