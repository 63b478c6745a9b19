import * as z from 'zod/mini'
import { assetName, decimalText, noData, page, timeMs } from './fields.ts'
import { customerList, customerOperation } from './operation.ts'

/** The progress of an invited customer. Whether they trade is not disclosed. */
export const invitedState = z.enum(['registered', 'verified'])
export type InvitedState = z.output<typeof invitedState>

/** A customer who registered with this customer's code, masked so that only acquaintances recognise them. */
export const invitedView = z.object({
  /** The position among all customers who registered with this code: the first is "1". */
  id: z.string(),
  /** The e-mail or mobile number, masked. */
  contact: z.string(),
  state: invitedState,
  joinedMs: timeMs,
  /** The reward paid for them; null if none was. */
  reward: z.nullable(z.object({ asset: assetName, amount: decimalText, paidMs: timeMs })),
})
export type InvitedView = z.output<typeof invitedView>

export const inviteSummary = customerOperation('invite/summary', 'login', {
  summary:
    'The own invitation code, how many have joined with it, and the reward for the next one who is verified (null where there is none) with how many more get one.',
  output: z.object({
    code: z.string(),
    /** What people who enter the code see; null where the customer stays masked. */
    shownName: z.nullable(z.string()),
    invited: z.int(),
    verified: z.int(),
    reward: z.nullable(z.object({ asset: assetName, amount: decimalText, left: z.int() })),
  }),
})

export const inviteList = customerList('invite/list', {
  summary: 'Who joined with the own code, newest first, with masked contacts.',
  filters: {},
  output: page(invitedView),
})

/** Letters of any language, so that nobody poses as a number, an address or the house. Empty: none is shown. */
const shownName = z
  .string('required')
  .check(z.trim(), z.regex(/^$|^(?!.*candor)\p{L}[\p{L}\p{M} .'’-]{1,29}$/iu, 'wrong-format'))

export const inviteNameSet = customerOperation('invite/name_set', 'login', {
  summary: 'Sets the name that people see who enter the own invitation code. Without one they see a masked contact.',
  input: z.object({ name: shownName }),
  output: noData,
  success: 'modification-successful',
})
