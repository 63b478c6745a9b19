import { divFloor, unitsPerCent } from '@candor/money'

export type Direction = 'up' | 'down'
export type ContractResult = 'won' | 'lost' | 'tie' | 'void'
export type VoidReason = 'entry-not-open' | 'no-exit-price' | 'feed-changed'

/** The odds of one contract: the fee on the stake and the profit of a win, in basis points of the stake. */
export interface ContractOdds {
  readonly feeBps: number
  readonly payoutBps: number
}

/**
 * One instrument's cell of a published frame. `epoch` changes where a contract must not span (feed kind, loop seam,
 * roll).
 */
export interface FramePoint {
  readonly slot: number
  readonly ticks: bigint
  readonly state: 'open' | 'stale' | 'closed'
  readonly epoch: number
}

/** The effect of a settled contract on the customer, in units of 10⁻⁶. `net` is the change of posted money. */
export interface Settlement {
  readonly result: ContractResult
  readonly reason: VoidReason | null
  readonly netUnits: bigint
  readonly feeUnits: bigint
}

const bpsDivisor = 10_000n

/** The fee of a stake, rounded down to 0.01. Units of 10⁻⁶ in and out. */
export function feeUnits(stakeUnits: bigint, feeBps: number): bigint {
  return divFloor(stakeUnits * BigInt(feeBps), bpsDivisor * unitsPerCent) * unitsPerCent
}

/** The profit of a won stake, rounded up to 0.01. Units of 10⁻⁶ in and out. */
export function profitUnits(stakeUnits: bigint, payoutBps: number): bigint {
  return -divFloor(-(stakeUnits * BigInt(payoutBps)), bpsDivisor * unitsPerCent) * unitsPerCent
}

/**
 * The settlement rule of every contract. `entry` is the frame of the entry slot, or null when it was missed; `exit` is
 * the first open frame within the exit window, or null when there was none. Win: stake and profit. Lose: nothing. Tie:
 * stake and fee back. Void: everything back, with the reason.
 */
export function settle(
  odds: ContractOdds,
  direction: Direction,
  stakeUnits: bigint,
  entry: FramePoint | null,
  exit: FramePoint | null,
): Settlement {
  if (entry === null || entry.state !== 'open') return voided('entry-not-open')
  if (exit === null || exit.state !== 'open') return voided('no-exit-price')
  if (entry.epoch !== exit.epoch) return voided('feed-changed')
  if (entry.ticks === exit.ticks) return { result: 'tie', reason: null, netUnits: 0n, feeUnits: 0n }
  const fee = feeUnits(stakeUnits, odds.feeBps)
  const isWon = exit.ticks > entry.ticks === (direction === 'up')
  return isWon
    ? { result: 'won', reason: null, netUnits: profitUnits(stakeUnits, odds.payoutBps) - fee, feeUnits: fee }
    : { result: 'lost', reason: null, netUnits: -(stakeUnits + fee), feeUnits: fee }
}

function voided(reason: VoidReason): Settlement {
  return { result: 'void', reason, netUnits: 0n, feeUnits: 0n }
}

/** The outcomes shown before an order: net result of a win, a loss and a tie, in units of 10⁻⁶. */
export interface OddsPreview {
  readonly feeUnits: bigint
  readonly profitUnits: bigint
  readonly winNetUnits: bigint
  readonly loseNetUnits: bigint
  /** Break-even win rate in tenths of a percent, rounded up so that it never flatters: (S + f) / (S + rS). */
  readonly breakEvenPermille: number
}

/** Computes a stake's win and loss after the fee, and the win rate needed to break even. */
export function previewOdds(odds: ContractOdds, stakeUnits: bigint): OddsPreview {
  const fee = feeUnits(stakeUnits, odds.feeBps)
  const profit = profitUnits(stakeUnits, odds.payoutBps)
  return {
    feeUnits: fee,
    profitUnits: profit,
    winNetUnits: profit - fee,
    loseNetUnits: -(stakeUnits + fee),
    breakEvenPermille: breakEvenPermille(stakeUnits, fee, profit),
  }
}

function breakEvenPermille(stakeUnits: bigint, fee: bigint, profit: bigint): number {
  if (stakeUnits <= 0n) return 1000
  return Number(-divFloor(-(1000n * (stakeUnits + fee)), stakeUnits + profit))
}
