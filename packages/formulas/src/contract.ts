import { add, amount, divCeil, divFloor, negate, subtract, unitsPerCent } from '@candor/money'
import type { Amount } from '@candor/money'
import type { ContractPrices } from './window.ts'

export type Direction = 'up' | 'down'
export type ContractResult = 'won' | 'lost' | 'tie' | 'void'
export type VoidReason = 'entry-not-open' | 'no-exit-price' | 'feed-changed'

/** The odds of one contract: the fee on the stake and the profit of a win, in basis points of the stake. */
export interface ContractOdds {
  readonly feeBps: number
  readonly payoutBps: number
}

/** What a contract was accepted with: `fee` and `profit` as they follow from its stake and its odds. */
export interface ContractAmounts {
  readonly stake: Amount
  readonly fee: Amount
  readonly profit: Amount
}

/** The effect of a settled contract on the customer. `net` is the change of posted money. */
export interface Settlement {
  readonly result: ContractResult
  readonly reason: VoidReason | null
  readonly net: Amount
  readonly fee: Amount
}

const bpsDivisor = 10_000n

/** The fee of a stake, rounded down to 0.01. */
export function feeOf(stake: Amount, feeBps: number): Amount {
  const cents = divFloor(stake.units * BigInt(feeBps), bpsDivisor * unitsPerCent)
  return amount(stake.asset, cents * unitsPerCent)
}

/** The profit of a won stake, rounded up to 0.01. */
export function profitOf(stake: Amount, payoutBps: number): Amount {
  const cents = divCeil(stake.units * BigInt(payoutBps), bpsDivisor * unitsPerCent)
  return amount(stake.asset, cents * unitsPerCent)
}

/** `settleAmounts` for a stake and its odds. */
export function settle(
  odds: ContractOdds,
  direction: Direction,
  stake: Amount,
  prices: Omit<ContractPrices, 'scale'>,
): Settlement {
  const amounts = { stake, fee: feeOf(stake, odds.feeBps), profit: profitOf(stake, odds.payoutBps) }
  return settleAmounts(amounts, direction, prices)
}

/**
 * The settlement rule of every contract. `prices` are those that its terms decide by: averages over its windows, or
 * single frames under the old rule. Win: stake and profit. Lose: nothing. Tie: stake and fee back. Void: everything
 * back, with the reason.
 */
export function settleAmounts(
  { stake, fee, profit }: ContractAmounts,
  direction: Direction,
  { entry, exit, isOneEpoch }: Omit<ContractPrices, 'scale'>,
): Settlement {
  const nothing = amount(stake.asset, 0n)
  const voided = (reason: VoidReason): Settlement => ({ result: 'void', reason, net: nothing, fee: nothing })
  if (entry === null) return voided('entry-not-open')
  if (exit === null) return voided('no-exit-price')
  if (!isOneEpoch) return voided('feed-changed')
  if (entry === exit) return { result: 'tie', reason: null, net: nothing, fee: nothing }
  const isWon = exit > entry === (direction === 'up')
  return isWon
    ? { result: 'won', reason: null, net: subtract(profit, fee), fee }
    : { result: 'lost', reason: null, net: negate(add(stake, fee)), fee }
}

/** The outcomes shown before an order: net result of a win and a loss. */
export interface OddsPreview {
  readonly fee: Amount
  readonly profit: Amount
  readonly winNet: Amount
  readonly loseNet: Amount
  /** Break-even win rate in tenths of a percent, rounded up so that it never flatters: (S + f) / (S + rS). */
  readonly breakEvenPermille: number
}

/** Computes a stake's win and loss after the fee, and the win rate needed to break even. */
export function previewOdds(odds: ContractOdds, stake: Amount): OddsPreview {
  const fee = feeOf(stake, odds.feeBps)
  const profit = profitOf(stake, odds.payoutBps)
  return {
    fee,
    profit,
    winNet: subtract(profit, fee),
    loseNet: negate(add(stake, fee)),
    breakEvenPermille: breakEvenPermille(add(stake, fee), add(stake, profit)),
  }
}

function breakEvenPermille(paid: Amount, won: Amount): number {
  if (won.units <= 0n) return 1000
  return Number(divCeil(1000n * paid.units, won.units))
}
