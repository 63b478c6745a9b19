import { amount } from '@candor/money'
import type { Amount, Asset } from '@candor/money'

/** The ledger's code of an asset. */
export function assetCode(asset: Asset): number {
  return asset === 'USD' ? 1 : 2
}

/** The asset of a ledger code. Throws where the code is unknown. */
export function assetOf(code: number): Asset {
  if (code === 1) return 'USD'
  if (code === 2) return 'USDT'
  throw new Error(`unknown asset code ${code}`)
}

/** An amount from two columns: the ledger's asset code, and units. Throws where the code is unknown. */
export function amountOf(code: number, units: bigint): Amount {
  return amount(assetOf(code), units)
}

/** The house's books of an asset are split over this many stripes. `ledger.stripe_of` names a customer's. */
export const stripesPerAsset = 4
