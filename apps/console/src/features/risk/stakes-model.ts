import type { operatorMarkets, OutputOf } from '@candor/api/operator'
import type { Exposure } from './exposure-model.ts'

export type Market = OutputOf<typeof operatorMarkets>['items'][number]

/** A line of the table of stakes: a market in one currency, or a halted one without open contracts. */
export interface StakeRow {
  readonly key: string
  readonly market: Market
  /** Null when nothing is open. */
  readonly asset: string | null
  readonly stakeUp: string
  readonly stakeDown: string
  /** Carries the cells that are shown once per market: the feed and the halt. */
  readonly isFirst: boolean
}

/** Every market with open contracts or a halt, in the order of the catalogue, with the stakes of each currency. */
export function stakeRows(markets: readonly Market[], instruments: Exposure['instruments']): StakeRow[] {
  return markets.flatMap((market) => {
    const open = instruments.filter(({ symbol }) => symbol === market.symbol)
    if (open.length === 0 && market.halt === null) return []
    const stakes = open.length === 0 ? [{ asset: null, stakeUp: '0', stakeDown: '0' }] : open
    return stakes.map(({ asset, stakeUp, stakeDown }, index) => ({
      key: `${market.symbol} ${asset ?? ''}`,
      market,
      asset,
      stakeUp,
      stakeDown,
      isFirst: index === 0,
    }))
  })
}

/** Shares of the largest stake of its currency, 0 to 1, for drawing only. */
export function stakeShare(rows: readonly StakeRow[], row: StakeRow): { readonly up: number; readonly down: number } {
  const most = Math.max(
    0,
    ...rows
      .filter(({ asset }) => asset === row.asset)
      .flatMap(({ stakeUp, stakeDown }) => [Number(stakeUp), Number(stakeDown)]),
  )
  return most === 0 ? { up: 0, down: 0 } : { up: Number(row.stakeUp) / most, down: Number(row.stakeDown) / most }
}

/** The market with the oldest price among those that should move; null when none should. */
export function oldestFeed(markets: readonly Market[]): { readonly market: Market; readonly ageMs: number } | null {
  const moving = markets.flatMap((market) =>
    market.state === 'closed' || market.ageMs === null ? [] : [{ market, ageMs: market.ageMs }],
  )
  return moving.reduce<(typeof moving)[number] | null>(
    (oldest, one) => (oldest === null || one.ageMs > oldest.ageMs ? one : oldest),
    null,
  )
}
