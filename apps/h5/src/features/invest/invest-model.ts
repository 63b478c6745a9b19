import { interestOf } from '@candor/formulas'
import type { InterestProductView } from '@candor/api'
import { amount, formatAmount, parseUnits } from '@candor/money'

/** The subjects of the page. */
export const infoTypes = ['instrument', 'interest', 'advert'] as const
export type InfoType = (typeof infoTypes)[number]

/** The subject named by a link; null when it does not exist. */
export interface InfoSubject {
  readonly type: InfoType
  readonly id: string
}

/** Reads the parameters of the address. */
export function subjectOf({ type, id }: { readonly type?: string; readonly id?: string }): InfoSubject | null {
  const known = infoTypes.find((name) => name === type)
  return known === undefined || id === undefined ? null : { type: known, id }
}

/** The smallest step of a price with so many decimals: "0.01". */
export function priceStep(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`
}

/** The amount of the interest example, fitted to the product's limits. */
const exampleAmount = '1000'

/** An amount accepted by the product, and its interest until expiry. */
export function interestExample({ asset, min, max, dailyRatePpm, durationMs }: InterestProductView): {
  readonly amount: string
  readonly interest: string
} {
  const [least, most, wanted] = [units(min), units(max), units(exampleAmount)]
  const invested = amount(asset, wanted < least ? least : wanted > most ? most : wanted)
  return {
    amount: formatAmount(invested),
    interest: formatAmount(interestOf({ invested, dailyRatePpm, durationMs })),
  }
}

function units(amount: string): bigint {
  return parseUnits(amount) ?? 0n
}
