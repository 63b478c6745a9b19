import { amount, divFloor } from '@candor/money'
import type { Amount, Price } from '@candor/money'

/** The terms of a swap: the official price of one USDT in USD, and the spread around it in basis points. */
export interface SwapTerms {
  readonly price: Price
  readonly spreadBps: number
}

const bpsDivisor = 10_000n

/**
 * Converts an amount into the other asset. USDT is sold at the price less the spread and bought at the price plus the
 * spread; the result is rounded down, by less than one unit of 10⁻⁶.
 */
export function swapProceeds(gives: Amount, { price, spreadBps }: SwapTerms): Amount {
  const scale = 10n ** BigInt(price.decimals)
  const spread = BigInt(spreadBps)
  return gives.asset === 'USDT'
    ? amount('USD', divFloor(gives.units * price.ticks * (bpsDivisor - spread), scale * bpsDivisor))
    : amount('USDT', divFloor(gives.units * scale * bpsDivisor, price.ticks * (bpsDivisor + spread)))
}
