import { ensure } from '../errors.ts'
import { code, i64, u16, u32, u64 } from './field.ts'
import { listOf, structure } from './structure.ts'

/** The contracts of a day that were settled with one stake band and one duration. Amounts are units, both assets. */
export interface DayGroup {
  /** The smallest stake of the band. */
  readonly stakeFrom: bigint
  readonly durationSlots: number
  readonly won: number
  readonly lost: number
  readonly tied: number
  readonly voided: number
  /** The sums over contracts that were won or lost: stakes, fees, and the profits that winning would have paid. */
  readonly staked: bigint
  readonly fees: bigint
  readonly profits: bigint
  /** What customers gained by contracts that were won or lost; negative where the house did. */
  readonly net: bigint
}

/** The void contracts of a day with one cause. */
export interface DayVoids {
  readonly reason: 'entry-not-open' | 'no-exit-price' | 'feed-changed'
  readonly contracts: number
  /** What the house gained by voiding: the customers' result by the prices that were shown at entry and exit. */
  readonly houseGain: bigint
}

/** How many customers with a contract that was won or lost have lost money over the days that end with the day. */
export interface DayCustomers {
  readonly days: number
  readonly customers: number
  readonly lost: number
}

/** The totals of a day's settled contracts, once the day is whole. Days are counted from 1970-01-01. */
export interface DayFiguresEvent {
  readonly day: number
  readonly groups: readonly DayGroup[]
  readonly voids: readonly DayVoids[]
  readonly customers: readonly DayCustomers[]
}

const reasonCodes = { 'entry-not-open': 1, 'no-exit-price': 2, 'feed-changed': 3 } as const

export const dayFiguresEvent = structure<DayFiguresEvent>(
  26,
  {
    day: u32,
    groups: listOf<DayGroup>('group', {
      stakeFrom: i64,
      durationSlots: u32,
      won: u64,
      lost: u64,
      tied: u64,
      voided: u64,
      staked: i64,
      fees: i64,
      profits: i64,
      net: i64,
    }),
    voids: listOf<DayVoids>('void', {
      reason: code(reasonCodes),
      contracts: u64,
      houseGain: i64,
    }),
    customers: listOf<DayCustomers>('customers', { days: u16, customers: u64, lost: u64 }),
  },
  ({ groups, voids, customers }) => {
    ensure(isAscending(groups, isBefore), 'malformed', 'The groups of a day are not in the order of their stakes.')
    ensure(
      isAscending(voids, (one, next) => reasonCodes[one.reason] < reasonCodes[next.reason]),
      'malformed',
      'The causes of void contracts are not in their order.',
    )
    ensure(
      isAscending(customers, (one, next) => one.days < next.days),
      'malformed',
      'The spans of customers are not in the order of their days.',
    )
    ensure(
      customers.every(({ customers: all, lost }) => lost <= all),
      'malformed',
      'More customers lost than there are.',
    )
  },
)

function isBefore(one: DayGroup, next: DayGroup): boolean {
  return one.stakeFrom === next.stakeFrom ? one.durationSlots < next.durationSlots : one.stakeFrom < next.stakeFrom
}

function isAscending<Item>(items: readonly Item[], isInOrder: (one: Item, next: Item) => boolean): boolean {
  return items.every((item, index) => {
    const next = items[index + 1]
    return next === undefined || isInOrder(item, next)
  })
}
