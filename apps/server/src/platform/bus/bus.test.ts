import type { AccountEvent } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { createBus } from './bus.ts'

const event: AccountEvent = { type: 'balances', items: [], totalUsd: null, availableUsd: null, version: 1 }

function openBus() {
  return createBus((_topic, fault) => {
    throw fault
  })
}

describe('what is awaited of an account', () => {
  it('is nothing while nobody subscribes', () => {
    expect(openBus().isAwaited(1n)).toBe(false)
  })

  it('is what a subscriber waits for at the moment', () => {
    const bus = openBus()
    const present = new Set([1n])
    const end = bus.subscribeAccounts(
      () => undefined,
      (customerId) => present.has(customerId),
    )
    expect([1n, 2n].map(bus.isAwaited)).toEqual([true, false])
    present.add(2n).delete(1n)
    expect([1n, 2n].map(bus.isAwaited)).toEqual([false, true])
    end()
    expect(bus.isAwaited(2n)).toBe(false)
  })

  it('is everything where a subscriber does not choose', () => {
    const bus = openBus()
    bus.subscribeAccounts(
      () => undefined,
      () => false,
    )
    const end = bus.subscribe('account', () => undefined)
    expect(bus.isAwaited(9n)).toBe(true)
    end()
    expect(bus.isAwaited(9n)).toBe(false)
  })

  it('is published to every subscriber, chosen or not', () => {
    const bus = openBus()
    const heard: bigint[] = []
    bus.subscribeAccounts(
      ({ customerId }) => heard.push(customerId),
      () => false,
    )
    bus.publish('account', { customerId: 3n, event })
    expect(heard).toEqual([3n])
  })
})
