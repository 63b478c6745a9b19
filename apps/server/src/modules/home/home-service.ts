import type { ContractDay, HomeAccount, InputOf, Language, OutputOf, homeSummary } from '@candor/api'
import { parseAmount } from '@candor/money'
import type { Price } from '@candor/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Announcements } from '../announcements/index.ts'
import type { ContractService } from '../contract/index.ts'
import type { MarketService } from '../market/index.ts'
import { balanceView, readBalances, readUsdtPrice, usdTotals, usdValue } from '../statement/index.ts'
import { dayStartMs, moversOf, noticesOf } from './home.ts'
import type { HomeFacts } from './home.ts'

const positionsShown = 5

export interface HomeDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly market: Pick<MarketService, 'instruments' | 'quotes'>
  readonly contract: Pick<ContractService, 'days' | 'orders'>
  readonly mode: HomeFacts['mode']
  readonly announcements: Announcements
  isLedgerHalted(): boolean
  sourcesDown(): readonly string[]
  publishedMs(): number | null
}

/** Assembles the first screen. */
export interface HomeService {
  /** For a customer, or for a visitor (null). */
  summary(
    customerId: bigint | null,
    input: InputOf<typeof homeSummary>,
    lang: Language,
  ): Promise<OutputOf<typeof homeSummary>>
}

export function createHomeService(deps: HomeDependencies): HomeService {
  const { clock, market } = deps
  return {
    async summary(customerId, { utcOffsetMinutes }, lang) {
      const nowMs = clock.nowMs()
      const notices = noticesOf({
        nowMs,
        mode: deps.mode,
        announcements: await deps.announcements.shown(lang, customerId),
        isLedgerHalted: deps.isLedgerHalted(),
        sourcesDown: deps.sourcesDown(),
        publishedMs: deps.publishedMs(),
        instruments: market.instruments(),
      })
      const account = customerId === null ? null : await accountOf(deps, customerId, { nowMs, utcOffsetMinutes })
      return { notices, movers: moversOf(market.quotes({}).items), account }
    },
  }
}

interface Today {
  readonly nowMs: number
  readonly utcOffsetMinutes: number
}

async function accountOf({ pool, contract }: HomeDependencies, customerId: bigint, today: Today): Promise<HomeAccount> {
  const [balances, usdtPrice, days, open] = await Promise.all([
    readBalances(pool, [customerId]),
    readUsdtPrice(pool),
    contract.days(customerId, { utcOffsetMinutes: today.utcOffsetMinutes, cursor: null, limit: 1 }),
    contract.orders(customerId, { state: 'open', result: null, cursor: null, limit: positionsShown }),
  ])
  const { availableUsd, heldUsd } = usdTotals(balances, usdtPrice)
  return {
    balances: balances.map(balanceView),
    availableUsd,
    heldUsd,
    today: dayResult(days.items[0], dayStartMs(today.nowMs, today.utcOffsetMinutes), usdtPrice),
    positions: open.items,
    hasMorePositions: open.nextCursor !== null,
  }
}

/** The sums of the newest day with settlements, where that day is today. */
function dayResult(newest: ContractDay | undefined, startMs: number, usdtPrice: Price | null): HomeAccount['today'] {
  const sums = newest?.startMs === startMs ? newest.sums : []
  const nets = sums.flatMap(({ asset, net }) => parseAmount(asset, net) ?? [])
  return {
    startMs,
    closed: sums.reduce((total, { contracts }) => total + contracts, 0),
    items: sums.map(({ asset, net }) => ({ asset, net })),
    netUsd: usdValue(nets, usdtPrice),
  }
}
