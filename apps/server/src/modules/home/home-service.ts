import type { HomeAccount, InputOf, OutputOf, homeSummary } from '@candor/contract'
import { formatUnits } from '@candor/money'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { ContractService } from '../contract/index.ts'
import { readBalances } from '../ledger/index.ts'
import type { MarketService } from '../market/index.ts'
import { balanceView, readUsdtPrice, usdValue } from '../statement/index.ts'
import { dayStartMs, moversOf, noticesOf } from './home.ts'
import type { HomeFacts } from './home.ts'
import { readSettledSince } from './home-store.ts'

const positionsShown = 5

export interface HomeDependencies {
  readonly pool: Pool
  readonly clock: Clock
  readonly market: Pick<MarketService, 'instruments' | 'quotes'>
  readonly contract: Pick<ContractService, 'orders'>
  readonly mode: HomeFacts['mode']
  isLedgerHalted(): boolean
  sourcesDown(): readonly string[]
  publishedMs(): number | null
}

/** Puts together what the first screen shows. */
export interface HomeService {
  /** For a customer, or for a visitor (null). */
  summary(customerId: bigint | null, input: InputOf<typeof homeSummary>): Promise<OutputOf<typeof homeSummary>>
}

export function createHomeService(deps: HomeDependencies): HomeService {
  const { clock, market } = deps
  return {
    async summary(customerId, { utcOffsetMinutes }) {
      const nowMs = clock.nowMs()
      const notices = noticesOf({
        nowMs,
        mode: deps.mode,
        isLedgerHalted: deps.isLedgerHalted(),
        sourcesDown: deps.sourcesDown(),
        publishedMs: deps.publishedMs(),
        instruments: market.instruments(),
      })
      const account = customerId === null ? null : await accountOf(deps, customerId, dayStartMs(nowMs, utcOffsetMinutes))
      return { notices, movers: moversOf(market.quotes({}).items), account }
    },
  }
}

async function accountOf({ pool, contract }: HomeDependencies, customerId: bigint, fromMs: number): Promise<HomeAccount> {
  const [balances, usdtPrice, settled, open] = await Promise.all([
    readBalances(pool, [customerId]),
    readUsdtPrice(pool),
    readSettledSince(pool, customerId, fromMs),
    contract.orders(customerId, { state: 'open', result: null, cursor: null, limit: positionsShown }),
  ])
  return {
    balances: balances.map(balanceView),
    availableUsd: usdValue(
      balances.map(({ asset, availableUnits }) => ({ asset, units: availableUnits })),
      usdtPrice,
    ),
    heldUsd: usdValue(
      balances.map(({ asset, heldUnits }) => ({ asset, units: heldUnits })),
      usdtPrice,
    ),
    today: {
      fromMs,
      closed: settled.reduce((total, { closed }) => total + closed, 0),
      items: settled.map(({ asset, netUnits }) => ({ asset, net: formatUnits(netUnits) })),
      netUsd: usdValue(
        settled.map(({ asset, netUnits }) => ({ asset, units: netUnits })),
        usdtPrice,
      ),
    },
    positions: open.items,
    hasMorePositions: open.nextCursor !== null,
  }
}
