import { settleAmounts } from '@candor/formulas'
import type { ContractPrices } from '@candor/formulas'
import { amount } from '@candor/money'
import { pricesOfSettled } from '@candor/proof/encoding'
import type { ContractReceipt, Verdict } from '@candor/proof/receipt'

/** A receipt beside what the rule makes of the log's prices. */
export interface Match {
  readonly stated: Side
  readonly byLog: Side
  /** Which of them differ. */
  readonly prices: boolean
  readonly result: boolean
  readonly net: boolean
}

interface Side {
  readonly entry: bigint | null
  readonly exit: bigint | null
  readonly result: string
  /** Millionths of the asset. */
  readonly net: bigint
}

/** Compares what a receipt says with what the log's prices make of its order. */
export function mismatchOf({ placed, settled }: ContractReceipt, prices: ContractPrices): Match {
  const { asset, stake, fee, profit, direction } = placed.item.value
  const amounts = { stake: amount(asset, stake), fee: amount(asset, fee), profit: amount(asset, profit) }
  const ruled = settleAmounts(amounts, direction, prices)
  const said = settled.item.value
  const stated = { ...pricesOfSettled(said), result: said.result, net: said.net }
  const byLog = {
    entry: prices.entry,
    // Without an entry price, no exit is settled.
    exit: prices.entry === null ? null : prices.exit,
    result: ruled.result,
    net: ruled.net.units,
  }
  return {
    stated,
    byLog,
    prices: stated.entry !== byLog.entry || stated.exit !== byLog.exit,
    result: stated.result !== byLog.result,
    net: stated.net !== byLog.net,
  }
}

/** Whether anything differs. */
export function differs({ prices, result, net }: Match): boolean {
  return prices || result || net
}

/** Whether a receipt fails: its figures differ from the log's, or its own proofs do not hold. */
export function isRefuted(match: Match | null, { verdict }: Pick<Verdict, 'verdict'>): boolean {
  return verdict !== 'passed' || (match !== null && differs(match))
}

/** How many characters two texts begin with alike. */
export function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
