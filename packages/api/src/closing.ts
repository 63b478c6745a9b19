import * as z from 'zod/mini'
import { amountText, assetName, decimalText, noData } from './fields.ts'
import { customerOperation } from './operation.ts'
import { presentPassword } from './security.ts'
import { totpText } from './user.ts'

/** What must end before an account is closed. */
export const openItemKind = z.enum([
  'contracts',
  'withdrawals',
  'recharges',
  'sales',
  'terms',
  'rewards',
  'application',
  'desk',
])
export type OpenItemKind = z.output<typeof openItemKind>

const balance = z.object({ asset: assetName, amount: decimalText })

export const securityClosing = customerOperation('security/closing', 'login', {
  summary:
    'What is left in the account: nothing may be, before it is closed. `smallBalances` are too small to be withdrawn and may be given up.',
  output: z.object({
    open: z.array(z.object({ kind: openItemKind, count: z.int() })),
    balances: z.array(balance),
    smallBalances: z.array(balance),
  }),
})

export const securityClose = customerOperation('security/close', 'login', {
  clearsCache: true,
  summary:
    'Closes the account for good, with the login password, and with a code where the second step is on. `giveUpUsd` and `giveUpUsdt` name the balances that the customer gives up, exactly as security/closing lists them. Ends every session.',
  input: z.object({
    loginPassword: presentPassword,
    totp: z.optional(totpText),
    giveUpUsd: z._default(amountText, '0'),
    giveUpUsdt: z._default(amountText, '0'),
  }),
  output: noData,
  refusals: [
    'account-not-empty',
    'balance-changed',
    'wrong-login-password',
    'totp-required',
    'wrong-totp',
    'books-halted',
    'outcome-unknown',
  ],
})
