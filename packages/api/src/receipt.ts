import * as z from 'zod/mini'
import { assetName, recordId, timeMs } from './fields.ts'
import { customerDetail, customerOperation } from './operation.ts'

/**
 * A receipt (docs/proof-receipts.md), or why there is none yet: it is `pending` until a signed checkpoint of the price
 * log holds everything that it proves, and `absent` where the log began later than the prices that decided, where
 * orders are not signed, or where a part of the log has ended that too few witnesses have signed so far.
 */
export const receiptView = z.discriminatedUnion('state', [
  /** The text `candor-receipt/1`. */
  z.object({ state: z.literal('ready'), receipt: z.string() }),
  /** When to read it again. */
  z.object({ state: z.literal('pending'), pendingUntilMs: timeMs }),
  z.object({ state: z.literal('absent'), reason: z.enum(['before-log', 'not-signed', 'not-witnessed']) }),
])
export type ReceiptView = z.output<typeof receiptView>

export const contractReceipt = customerDetail('contract/receipt', {
  summary:
    'The receipt of a settled contract order of the customer: one text that proves, without a connection, that it was accepted, priced and settled by the rule.',
  output: receiptView,
})

/** The records whose ledger entries have receipts. */
export const receiptKind = z.enum(['withdrawal', 'swap', 'sale', 'term', 'recharge'], 'unknown-value')
export type ReceiptKind = z.output<typeof receiptKind>

export const receiptOf = customerOperation('receipt/of', 'login', {
  summary:
    'The receipts of the ledger entries that a record of the customer has caused so far, oldest first. An interest order is a `term`.',
  input: z.object({ kind: receiptKind, id: recordId }),
  output: z.object({
    receipts: z.array(
      z.object({
        /** The movement of the ledger, such as `withdrawal-held`. */
        movement: z.string(),
        asset: assetName,
        atMs: timeMs,
        receipt: receiptView,
      }),
    ),
  }),
  refusals: ['not-found'],
})
