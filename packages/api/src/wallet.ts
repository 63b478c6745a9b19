import * as z from 'zod/mini'
import { customerOperation } from './operation.ts'
import { assetName, decimalText } from './fields.ts'

export const balanceView = z.object({
  asset: assetName,
  available: decimalText,
  /** Held for open contracts: stakes and fees. */
  heldInContracts: decimalText,
  /** Held for withdrawals under way, their fees included. */
  heldInWithdrawals: decimalText,
  /** Being sold on the trading floor. */
  inEscrow: decimalText,
  /** Principal in the interest wallet. */
  inTerms: decimalText,
})
export type BalanceView = z.output<typeof balanceView>

/** The customer's money at one moment: each balance, and the total and the available part in USD at the USDT price. */
export const assetsView = z.object({
  items: z.array(balanceView),
  totalUsd: z.nullable(decimalText),
  availableUsd: z.nullable(decimalText),
  /** Grows with each booking of the customer's: of two views, the one with the larger version is newer. */
  version: z.int(),
})
export type AssetsView = z.output<typeof assetsView>

/** Returns the newer of two views; the next one if nothing was booked between them. */
export function newerAssets(known: AssetsView, next: AssetsView): AssetsView {
  return next.version < known.version ? known : next
}

export const walletAssets = customerOperation('wallet/assets', 'login', {
  summary:
    'Each balance of the customer: what is available and what is held, and the total and what is available of it in USD at the current USDT price.',
  output: assetsView,
})
