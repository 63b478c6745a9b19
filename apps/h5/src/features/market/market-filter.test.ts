import { describe, expect, it } from 'vitest'
import { filterText } from './filters/filter-text.ts'
import { filterIn, isOpen, marketFilter } from './market-filter.ts'
import { catalogueOrder } from './market-list-model.ts'

describe('the filter of the market', () => {
  it.each([
    { isOpenOnly: true, sort: catalogueOrder },
    { isOpenOnly: false, sort: { key: 'movers', order: 'descending' } },
  ] as const)('is the same after it was kept as text: %o', (filter) => {
    marketFilter.set(filterText(filter))
    expect(filterIn(marketFilter.get())).toEqual(filter)
  })

  it('shows everything in the order of the catalogue at first', () => {
    expect(filterIn('')).toEqual({ isOpenOnly: false, sort: catalogueOrder })
  })

  it('takes a market for open only where orders are taken', () => {
    const market = (state: 'open' | 'stale' | 'closed', isHalted = false) =>
      isOpen({ state, isHalted } as Parameters<typeof isOpen>[0])
    expect([market('open'), market('stale'), market('closed'), market('open', true)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
