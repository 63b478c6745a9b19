import { describe, expect, it } from 'vitest'
import { routes } from '../../shared/page/routes.ts'
import { actionOfKey, paramsBeside, tabOf } from './wide-model.ts'

describe('the rail', () => {
  it('shows a tab as itself, and every other screen under one of the tabs', () => {
    expect(['home', 'market', 'floor', 'mine'] as const).toEqual(
      (['home', 'market', 'floor', 'mine'] as const).map((name) => tabOf(name)),
    )
    expect(tabOf('contract')).toBe('market')
    expect(tabOf('desk')).toBe('floor')
    expect(tabOf('statement')).toBe('mine')
    for (const name of Object.keys(routes) as (keyof typeof routes)[]) expect(routes[tabOf(name)].isTab).toBe(true)
  })

  it('knows the links to another market or another order beside the one that is shown', () => {
    expect(paramsBeside('contract', '#/pages/contract/contract?symbol=EURUSD')).toEqual({ symbol: 'EURUSD' })
    expect(paramsBeside('contract', '#/pages/contract/contract')).toBeNull()
    expect(paramsBeside('contract', '#/pages/market/market?symbol=EURUSD')).toBeNull()
    expect(paramsBeside('contractOrders', '#/pages/bill/contract?id=C1')).toEqual({ id: 'C1' })
    expect(paramsBeside('contractOrders', '#/pages/contract/contract?symbol=EURUSD')).toBeNull()
  })
})

describe('a key', () => {
  it('searches, chooses one of five durations, or opens the confirmation of a direction', () => {
    expect(actionOfKey('/')).toEqual({ type: 'search' })
    expect(actionOfKey('u')).toEqual({ type: 'direction', key: 'U' })
    expect(actionOfKey('D')).toEqual({ type: 'direction', key: 'D' })
    expect(actionOfKey('5')).toEqual({ type: 'duration', index: 4 })
    for (const other of ['0', '6', '12', 'Enter', 'x', '']) expect(actionOfKey(other)).toBeNull()
  })
})
