import * as z from 'zod/mini'
import { page, timeMs } from '../fields.ts'
import { operatorName } from './operator-fields.ts'
import { operatorAct, operatorList, operatorNotedAct } from './records.ts'

/** A customer's application for a desk: `waiting` for the first operator, then `endorsed` for the second. */
export const merchantApplicationCase = z.object({
  id: z.string(),
  /** For the audit trail. */
  subject: z.string(),
  name: z.string(),
  about: z.string(),
  /** The account number of the applicant. */
  account: z.string(),
  state: z.enum(['waiting', 'endorsed', 'approved', 'refused']),
  appliedMs: timeMs,
  /** Null while nobody did, and for other operators until the second has decided. */
  endorsedBy: z.nullable(operatorName),
  decidedBy: z.nullable(operatorName),
  decidedMs: z.nullable(timeMs),
  /** The caller may endorse it, or approve it as the second operator. */
  mayApprove: z.boolean(),
})
export type MerchantApplicationCase = z.output<typeof merchantApplicationCase>

export const operatorApplications = operatorList(
  'operator/merchant_applications',
  ['desk', 'lead', 'risk', 'auditor'],
  {
    summary: 'Customers’ applications for a desk, newest first: those that wait, or those that were decided.',
    filters: { isOpen: z.optional(z.enum(['true', 'false'], 'unknown-value')) },
    output: page(merchantApplicationCase),
  },
)

export const operatorApplicationApprove = operatorAct('operator/merchant_application_approve', ['desk', 'lead'], {
  summary:
    'Endorses an application, as the first operator, or approves it as the second one, a lead: then the customer has a desk, without money.',
  output: merchantApplicationCase,
  refusals: ['not-allowed', 'same-operator', 'already-decided', 'already-registered'],
})

export const operatorApplicationRefuse = operatorNotedAct('operator/merchant_application_refuse', ['desk', 'lead'], {
  summary: 'Refuses an application. The reason is for the audit; the customer reads that customer service knows why.',
  output: merchantApplicationCase,
  refusals: ['already-decided'],
})
