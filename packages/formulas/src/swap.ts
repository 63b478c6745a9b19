import { divFloor } from '@candor/money'
import type { Asset, Price } from '@candor/money'

/** The terms of a swap: the official price of one USDT in USD, and the spread around it in basis points. */
export interface SwapTerms {
  readonly price: Price
  readonly spreadBps: number
}

const bpsDivisor = 10_000n

/**
 * Converts units of `from` into units of the other asset. USDT is sold at the price less the spread and bought at the
 * price plus the spread; the result is rounded down, by less than one unit of 10⁻⁶.
 */
export function swapUnits(from: Asset, units: bigint, { price, spreadBps }: SwapTerms): bigint {
  const scale = 10n ** BigInt(price.decimals)
  const spread = BigInt(spreadBps)
  return from === 'USDT'
    ? divFloor(units * price.ticks * (bpsDivisor - spread), scale * bpsDivisor)
    : divFloor(units * scale * bpsDivisor, price.ticks * (bpsDivisor + spread))
}
