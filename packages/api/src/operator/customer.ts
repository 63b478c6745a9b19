import * as z from 'zod/mini'
import { assetName, decimalText, page, timeMs } from '../fields.ts'
import { securityLimits } from '../limits.ts'
import { operatorOperation } from '../operation.ts'
import { payoutMethodView } from '../payout.ts'
import { loginView, sessionView } from '../session.ts'
import { statementKind, statementLine } from '../statement.ts'
import { kycState } from '../user-view.ts'
import { walletAssets } from '../wallet.ts'
import { auditView } from './audit.ts'
import { freeText, idText } from './operator-fields.ts'
import { operatorDetail, operatorList } from './records.ts'

const readers = ['support', 'kyc', 'payments', 'risk', 'lead', 'auditor', 'security'] as const
const switchers = ['support', 'risk', 'lead', 'security'] as const

/** A customer in a list. `id` is the number inside the platform, `publicId` the account number that customers see. */
export const customerListItem = z.object({
  id: z.string(),
  publicId: z.string(),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isEnabled: z.boolean(),
  /** Its customer closed the account for good. */
  isClosed: z.boolean(),
  kycState,
  createdMs: timeMs,
})
export type CustomerListItem = z.output<typeof customerListItem>

/** The lists of customers that need no search. */
export const customerFilters = ['recent', 'new', 'refused', 'large'] as const
const customerFilter = z.enum(customerFilters, 'unknown-value')
export type CustomerFilter = z.output<typeof customerFilter>

export const operatorCustomers = operatorOperation('operator/customers', readers, {
  summary:
    'Customers by what somebody knows of them: the account number, the number inside the platform, a mobile number or its end, an e-mail or its beginning, the newest first. Without `text` those of the filter: opened last by the caller, registered last, refused last, or with the most available. At most 20.',
  input: z.object({ text: z.optional(freeText({ min: 1, max: 100 })), filter: z._default(customerFilter, 'recent') }),
  output: z.object({ items: z.array(customerListItem) }),
})

/** The kinds of what happens to a customer. */
export const momentKinds = [
  'contract',
  'recharge',
  'withdrawal',
  'swap',
  'interest',
  'sale',
  'identity',
  'support',
  'login',
] as const
const momentKind = z.enum(momentKinds, 'unknown-value')

/** One thing that happened: a contract that ended, a request, a conversation, a login. */
export const customerMoment = z.object({
  kind: momentKind,
  /** Of its record; of a conversation, where it is one. */
  id: z.string(),
  atMs: timeMs,
  /** The state, the result or the outcome as it is now; null where there is none. */
  state: z.nullable(z.string()),
  /** What it is about; of a contract that ended, what it brought. Null without money. */
  amount: z.nullable(decimalText),
  asset: z.nullable(assetName),
})
export type CustomerMoment = z.output<typeof customerMoment>

/** What agents noted about a customer, in a conversation. Customers never see it. */
const agentNote = z.object({
  id: z.string(),
  conversationId: z.string(),
  operator: z.string(),
  atMs: timeMs,
  text: z.string(),
})

/** An active login session of a customer. */
export const customerSession = z.omit(sessionView, { isCurrent: true })

export const operatorCustomer = operatorDetail('operator/customer', readers, {
  summary:
    'A customer with balances, where they are and were logged in, and what operators did. That it was looked at is recorded.',
  output: z.object({
    customer: customerListItem,
    /** As on the verified document; null while unverified. */
    name: z.nullable(z.string()),
    assets: walletAssets.output,
    sessions: z.array(customerSession),
    logins: z.array(loginView),
    history: z.array(auditView),
    /** What waits for operators, a merchant or the chain, oldest first. */
    openCases: z.array(customerMoment),
    /** Numbers show their ends only. */
    payoutMethods: z.array(payoutMethodView),
    limits: securityLimits.output,
    /** The newest ten. */
    notes: z.array(agentNote),
  }),
})

export const operatorCustomerContext = operatorDetail('operator/customer_context', ['support', 'lead'], {
  summary:
    'What an agent needs of a customer beside a conversation: the verified name, what is open, the last contracts, and earlier questions. That it was looked at is recorded.',
  output: z.object({
    name: z.nullable(z.string()),
    openCases: z.array(customerMoment),
    /** The newest five. */
    contracts: z.array(customerMoment),
    /** When the customer asked before, the newest five. */
    questions: z.array(customerMoment),
  }),
})

export const operatorCustomerStatement = operatorList('operator/customer_statement', readers, {
  summary: 'Every movement of a customer, newest first, as the customer sees it.',
  filters: { id: idText, asset: z.optional(assetName), kind: z.optional(statementKind) },
  output: page(statementLine),
})

export const operatorCustomerTimeline = operatorList('operator/customer_timeline', readers, {
  summary: 'Everything that happened to a customer, newest first, each with the number of its record.',
  filters: { id: idText, kind: z.optional(momentKind) },
  output: page(customerMoment),
})

/** Why an account is disabled. */
export const disableReason = z.enum(
  ['customer-asked', 'taken-over', 'fraud-suspected', 'duplicate-account', 'legal-order', 'other'],
  'unknown-value',
)
/** Why it is enabled again. */
export const enableReason = z.enum(['customer-asked', 'cleared', 'mistake', 'other'], 'unknown-value')
const note = z._default(freeText({ min: 0, max: 500 }), '')

export const operatorCustomerDisable = operatorOperation('operator/customer_disable', switchers, {
  summary: 'Disables an account: its next call is refused, and its sockets close at once.',
  input: z.object({ id: idText, reason: disableReason, note }),
  output: customerListItem,
  refusals: ['not-found', 'already-decided'],
})

export const operatorCustomerEnable = operatorOperation('operator/customer_enable', switchers, {
  summary: 'Enables an account again.',
  input: z.object({ id: idText, reason: enableReason, note }),
  output: customerListItem,
  refusals: ['not-found', 'already-decided'],
})

/** Why a customer's sessions are ended. */
export const signOutReason = z.enum(['customer-asked', 'device-lost', 'taken-over', 'other'], 'unknown-value')

export const operatorCustomerSignOut = operatorOperation('operator/customer_sign_out', switchers, {
  summary: 'Ends every session of a customer, who gets a message. Signing in again is not refused.',
  input: z.object({ id: idText, reason: signOutReason, note }),
  output: z.object({ endedSessions: z.int() }),
  refusals: ['not-found'],
})
