import type { OutputOf, transparencyOdds } from '@candor/api'
import { chanceBandPpm, sharePpm, slotMs, sumOfGroups } from '@candor/formulas'
import type { ContractSums } from '@candor/formulas'
import { formatUnits } from '@candor/money'
import type { AcceptanceRow, GroupRow, OfferRow, VoidRow } from './conduct-store.ts'

type Odds = OutputOf<typeof transparencyOdds>
type OddsSpan = Odds['spans'][number]
type Wins = Pick<OddsSpan['byDuration'][number], 'leftOut' | 'decided' | 'missing' | 'wins'>

/** What a span's figures are made of. */
export interface SpanReading {
  readonly days: number
  /** The lower ends of the bands of stakes, ascending. */
  readonly bands: readonly bigint[]
  readonly groups: readonly GroupRow[]
  readonly voids: readonly VoidRow[]
  readonly acceptances: readonly AcceptanceRow[]
  readonly share: { readonly customers: bigint; readonly lost: bigint }
  /** Durations on offer, in slots: they are listed without contracts, too. */
  readonly durations: readonly number[]
  readonly minimums: Odds['minimums']
}

export function oddsSpan(reading: SpanReading): OddsSpan {
  const { days, groups, voids, minimums, share } = reading
  const all = sumOfGroups(groups)
  const decided = all.won + all.lost
  const customers = Number(share.customers)
  const missingContracts = Math.max(0, minimums.contracts - Number(decided))
  return {
    days,
    contracts: {
      won: Number(all.won),
      lost: Number(all.lost),
      tied: Number(all.tied),
      voided: Number(all.voided),
    },
    losers: {
      customers,
      missing: Math.max(0, minimums.customers - customers),
      lost: customers < minimums.customers ? null : Number(share.lost),
    },
    payout: {
      decided: Number(decided),
      missing: missingContracts,
      sums: missingContracts > 0 ? null : paidSums(all),
    },
    byStake: bandsOf(reading).map(({ stakeFrom, band }) => ({
      ...band,
      ...winsOf(
        groups.filter((group) => group.stake_from === stakeFrom),
        minimums.groupContracts,
      ),
    })),
    byDuration: durationsOf(reading).map((durationSlots) => ({
      durationMs: durationSlots * slotMs,
      ...winsOf(
        groups.filter((group) => group.duration_slots === durationSlots),
        minimums.groupContracts,
      ),
    })),
    voids: voids.map(({ reason, contracts, house_gain: houseGain }) => ({
      cause: reason,
      contracts: Number(contracts),
      houseGain: formatUnits(houseGain),
    })),
    acceptance: acceptanceOf(reading),
  }
}

/** The lowest and the highest rate of wins at which an offer breaks even. */
export function breakEvenOf(offers: readonly OfferRow[]): Odds['offeredBreakEven'] {
  const rates = offers.map(({ fee_bps: feeBps, payout_bps: payoutBps }) =>
    sharePpm(10_000n + BigInt(feeBps), 10_000n + BigInt(payoutBps)),
  )
  return rates.length === 0 ? null : { lowestPpm: Math.min(...rates), highestPpm: Math.max(...rates) }
}

function paidSums({ staked, fees, net }: ContractSums): NonNullable<OddsSpan['payout']['sums']> {
  return { paidIn: formatUnits(staked + fees), paidOut: formatUnits(staked + fees + net) }
}

function winsOf(groups: readonly GroupRow[], least: number): Wins {
  const { won, lost, tied, voided, staked, fees, profits } = sumOfGroups(groups)
  const decided = won + lost
  const missing = Math.max(0, least - Number(decided))
  const base = { leftOut: Number(tied + voided), decided: Number(decided), missing }
  if (missing > 0) return { ...base, wins: null }
  const { fromPpm, toPpm } = chanceBandPpm(decided)
  return {
    ...base,
    wins: {
      won: Number(won),
      decided: Number(decided),
      breakEvenPpm: sharePpm(staked + fees, staked + profits),
      chanceFromPpm: fromPpm,
      chanceToPpm: toPpm,
    },
  }
}

function bandsOf({ bands }: SpanReading) {
  return bands.map((stakeFrom, index) => {
    const next = bands[index + 1]
    const stakeTo = next === undefined ? null : formatUnits(next)
    return { stakeFrom, band: { stakeFrom: formatUnits(stakeFrom), stakeTo } }
  })
}

function durationsOf({ groups, durations }: SpanReading): number[] {
  return [...new Set([...durations, ...groups.map((group) => group.duration_slots)])].toSorted(
    (one, next) => one - next,
  )
}

function acceptanceOf(reading: SpanReading): OddsSpan['acceptance'] {
  const { acceptances, minimums } = reading
  const orders = ordersOf(acceptances)
  return {
    orders,
    halfWithinMs: orders < minimums.acceptedOrders ? null : withinOf(acceptances, 50n),
    byStake: bandsOf(reading).map(({ stakeFrom, band }) => {
      const own = acceptances.filter((row) => row.stake_from === stakeFrom)
      const missing = Math.max(0, minimums.acceptedOrders - ordersOf(own))
      return {
        ...band,
        orders: ordersOf(own),
        missing,
        times: missing > 0 ? null : { halfWithinMs: withinOf(own, 50n), ninetyNineWithinMs: withinOf(own, 99n) },
      }
    }),
  }
}

function ordersOf(rows: readonly AcceptanceRow[]): number {
  return Number(rows.reduce((sum, { orders }) => sum + orders, 0n))
}

/** The fewest milliseconds within which `percent` of 100 orders were accepted. */
function withinOf(rows: readonly AcceptanceRow[], percent: bigint): number {
  const wanted = BigInt(ordersOf(rows)) * percent
  let orders = 0n
  for (const row of rows.toSorted((one, next) => one.within_ms - next.within_ms)) {
    orders += row.orders
    if (orders * 100n >= wanted) return row.within_ms
  }
  throw new Error('no order was accepted')
}
