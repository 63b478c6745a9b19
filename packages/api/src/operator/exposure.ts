import * as z from 'zod/mini'
import { assetName, decimalText, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'

export const operatorExposure = operatorOperation('operator/exposure', ['risk', 'lead', 'auditor'], {
  summary:
    'What the house stands to pay: open payouts of each instrument against their cap, the bankroll held and free, void contracts by reason, contracts that are overdue, and stripes of the books that are halted.',
  output: z.object({
    atMs: timeMs,
    assets: z.array(
      z.object({
        asset: assetName,
        bankroll: decimalText,
        held: decimalText,
        free: decimalText,
        fees: decimalText,
        /** The customers' combined holdings. */
        customersTotal: decimalText,
        customersHeld: decimalText,
      }),
    ),
    /** Those with open contracts, the fullest first. */
    instruments: z.array(
      z.object({
        symbol: z.string(),
        asset: assetName,
        openOrders: z.int(),
        openPayout: decimalText,
        cap: decimalText,
        /** Stakes of the open contracts, by direction. */
        stakeUp: decimalText,
        stakeDown: decimalText,
      }),
    ),
    voids: z.array(z.object({ asset: assetName, reason: z.string(), orders: z.int(), stake: decimalText })),
    /** Open contracts more than five seconds past their exit. */
    overdue: z.int(),
    halted: z.array(z.object({ stripe: z.int(), asset: assetName, reason: z.string() })),
  }),
})
