import * as z from 'zod/mini'
import { amountText, assetName, decimalText, listLimit, page, requestId, timeMs } from '../fields.ts'
import { advertView, deskKind, saleState, saleView } from '../floor.ts'
import { operatorOperation } from '../operation.ts'
import type { OperatorPath } from '../operation.ts'
import { decisionFields, flag, freeText, idText, noteText, operatorName } from './operator-fields.ts'
import { operatorConfirm, operatorReject } from './proposal.ts'
import { operatorAct, operatorDetail, operatorList } from './records.ts'

const readers = ['desk', 'lead', 'risk', 'auditor'] as const
const dealers = ['desk', 'lead'] as const

/** A desk may buy once a second operator has approved it. */
const deskState = z.enum(['applied', 'approved'], 'unknown-value')

export const deskCase = z.object({
  id: z.string(),
  /** For the audit trail. */
  subject: z.string(),
  name: z.string(),
  kind: deskKind,
  state: deskState,
  /** The account number of the merchant; null where it is a desk of the house. */
  account: z.nullable(z.string()),
  /** Null for other operators until the second has approved. */
  appliedBy: z.nullable(operatorName),
  appliedMs: timeMs,
  approvedBy: z.nullable(operatorName),
  approvedMs: z.nullable(timeMs),
  /** The caller may approve it. */
  mayApprove: z.boolean(),
  openAdverts: z.int(),
  salesInProgress: z.int(),
})
export type DeskCase = z.output<typeof deskCase>

export const operatorDesks = operatorOperation('operator/desks', readers, {
  summary: 'The desks of the trading floor.',
  output: z.object({ items: z.array(deskCase) }),
})

export const operatorDeskMoney = operatorDetail('operator/desk_money', readers, {
  summary: 'What a desk has of each asset: free, kept for open adverts, and kept for sales that wait to be confirmed.',
  output: z.object({
    items: z.array(
      z.object({ asset: assetName, free: decimalText, heldForAdverts: decimalText, heldForSales: decimalText }),
    ),
  }),
})

export const operatorDeskAdd = operatorOperation('operator/desk_add', dealers, {
  summary:
    'Adds a desk of the house, or the application of a merchant with an account here. A second operator approves it.',
  input: z
    .object({
      name: freeText({ min: 2, max: 40 }),
      kind: deskKind,
      /** The account number of the merchant. */
      account: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'too-long'))),
    })
    .check(
      z.refine((form) => (form.kind === 'merchant') === (form.account !== undefined), {
        path: ['account'],
        error: 'required',
      }),
    ),
  output: deskCase,
  refusals: ['not-found', 'already-registered'],
})

export const operatorDeskApprove = operatorConfirm('operator/desk_approve', ['lead'], {
  summary: 'Approves a desk that another operator added.',
  output: deskCase,
})

/** Declares the list of what is proposed for a desk. */
const listOfDesk = <View extends z.core.$ZodType>(path: OperatorPath, summary: string, view: View) =>
  operatorList(path, readers, { summary, filters: { deskId: idText }, output: page(view) })

/** USD received for a merchant: one operator records the payment, and a second one confirms it. */
export const deskFundingView = z.object({
  id: z.string(),
  subject: z.string(),
  deskId: z.string(),
  amount: decimalText,
  /** Of the payment, as the bank names it. */
  reference: z.string(),
  note: z.string(),
  state: z.enum(['proposed', 'booked', 'rejected']),
  ...decisionFields,
})
export type DeskFundingView = z.output<typeof deskFundingView>

export const operatorDeskFundings = {
  list: listOfDesk('operator/desk_fundings', 'What came in for a desk, newest first.', deskFundingView),
  propose: operatorOperation('operator/desk_funding_propose', dealers, {
    summary:
      'Names a payment in USD that came in for an approved desk. Nothing is booked until another operator confirms it.',
    input: z.object({
      requestId,
      deskId: idText,
      amount: amountText,
      reference: freeText({ min: 3, max: 140 }),
      note: noteText,
    }),
    output: deskFundingView,
    refusals: ['not-found', 'wrong-amount', 'reference-taken', 'conflict'],
  }),
  confirm: operatorConfirm('operator/desk_funding_confirm', ['lead', 'risk'], {
    summary: 'Confirms a payment that another operator named: the desk has it at once.',
    output: deskFundingView,
    refusals: ['confirmation-required', 'books-halted'],
  }),
  reject: operatorReject('operator/desk_funding_reject', ['desk', 'lead', 'risk'], {
    summary: 'Rejects a payment that was named for a desk, or takes back one’s own.',
    output: deskFundingView,
  }),
}

export const advertCase = z.extend(advertView, {
  subject: z.string(),
  deskId: z.string(),
  /** USDT in sales that wait to be confirmed, and in those that were completed. */
  inProgress: decimalText,
  completed: decimalText,
  /**
   * For an automatic advert: how many hundredths of a percent it stays below the swap price; null for a fixed price.
   */
  belowBidBps: z.nullable(z.int()),
  closedMs: z.nullable(timeMs),
})
export type AdvertCase = z.output<typeof advertCase>

export const operatorAdverts = operatorList('operator/adverts', readers, {
  summary: 'Adverts, newest first.',
  filters: { deskId: z.optional(idText), isOpen: z.optional(flag) },
  output: page(advertCase),
})

/** The price that adverts are judged by. */
export const operatorAdvertBand = operatorOperation('operator/advert_band', readers, {
  summary:
    'The official price of one USDT in USD, null while there is no current one, and how far from it one operator may publish an advert, in hundredths of a percent.',
  output: z.object({ officialPrice: z.nullable(decimalText), bandBps: z.int() }),
})

const unitPriceText = z.string('required').check(z.regex(/^\d{1,6}(\.\d{1,4})?$/, 'wrong-format'))

const advertFields = {
  requestId,
  deskId: idText,
  unitPrice: unitPriceText,
  total: amountText,
  minimum: amountText,
  maximum: amountText,
  isAuto: flag,
}

/** Why an advert cannot be published. */
export const advertRefusals = [
  'wrong-amount',
  'insufficient-balance',
  'price-above-bid',
  'price-outside-band',
  'market-stale',
  'not-allowed',
] as const

export const operatorAdvertPublish = operatorOperation('operator/advert_publish', dealers, {
  summary:
    "Publishes an advert, and keeps what it may cost from the desk's USD. Only desks of the house have automatic ones, and none is priced above what a swap pays. A price outside the band of the official price is proposed (`advert_propose`).",
  input: z.object(advertFields),
  output: advertCase,
  refusals: ['not-found', ...advertRefusals, 'conflict', 'books-halted'],
})

/** An advert that one operator proposes, at any price, and a second one publishes. */
export const advertProposalView = z.object({
  id: z.string(),
  subject: z.string(),
  deskId: z.string(),
  unitPrice: decimalText,
  /** When it was proposed. */
  officialPrice: decimalText,
  total: decimalText,
  minimum: decimalText,
  maximum: decimalText,
  isAuto: z.boolean(),
  note: z.string(),
  state: z.enum(['proposed', 'published', 'rejected']),
  /** The advert, once it is published. */
  advertId: z.nullable(z.string()),
  ...decisionFields,
})
export type AdvertProposalView = z.output<typeof advertProposalView>

export const operatorAdvertProposals = {
  list: listOfDesk('operator/advert_proposals', 'Proposed adverts of a desk, newest first.', advertProposalView),
  propose: operatorOperation('operator/advert_propose', dealers, {
    summary: 'Proposes an advert whose price is outside the band of the official price. Another operator publishes it.',
    input: z.object({ ...advertFields, note: noteText }),
    output: advertProposalView,
    refusals: ['not-found', 'wrong-amount', 'price-above-bid', 'market-stale', 'not-allowed', 'conflict'],
  }),
  confirm: operatorConfirm('operator/advert_confirm', ['lead', 'risk'], {
    summary:
      'Publishes an advert that another operator proposed. Refused where the official price has moved away meanwhile.',
    output: advertProposalView,
    refusals: ['confirmation-required', ...advertRefusals, 'books-halted'],
  }),
  reject: operatorReject('operator/advert_reject', ['desk', 'lead', 'risk'], {
    summary: 'Rejects a proposed advert, or takes back one’s own.',
    output: advertProposalView,
  }),
}

export const operatorAdvertClose = operatorAct('operator/advert_close', dealers, {
  summary:
    'Closes an advert and gives back what it kept. Sales that wait can still be confirmed. A repeat changes nothing.',
  output: advertCase,
  refusals: ['books-halted'],
})

export const operatorAdvertOpen = operatorAct('operator/advert_open', dealers, {
  summary: 'Opens a closed advert again with what is left of it. A repeat changes nothing.',
  output: advertCase,
  refusals: ['insufficient-balance', 'price-above-bid', 'market-stale', 'transaction-closed', 'books-halted'],
})

/** A sale as operators see it. */
export const saleCase = z.extend(saleView, {
  /** For claims and the audit trail. */
  subject: z.string(),
  deskId: z.string(),
  customerId: z.string(),
  /** The account number that the customer sees. */
  account: z.string(),
  confirmedBy: z.nullable(operatorName),
  /** The caller may confirm it. */
  mayConfirm: z.boolean(),
  /** The caller published its advert with a second operator: another dealer confirms. */
  isOwnAdvert: z.boolean(),
})
export type SaleCase = z.output<typeof saleCase>

export const operatorSaleQueue = operatorOperation('operator/sale_queue', readers, {
  summary: 'Sales that wait to be confirmed, the one that lapses first before the others.',
  input: z.object({ deskId: z.optional(idText), limit: listLimit }),
  output: z.object({ items: z.array(saleCase) }),
})

export const operatorSaleEnded = operatorList('operator/sale_ended', readers, {
  summary:
    'Sales that a dealer confirmed or let lapse, the newest first. Those of automatic adverts are not among them.',
  filters: {},
  output: page(saleCase),
})

export const operatorSaleDetail = operatorDetail('operator/sale_detail', readers, {
  summary: 'One sale, whatever became of it.',
  output: saleCase,
})

export const operatorSaleConfirm = operatorAct('operator/sale_confirm', dealers, {
  summary:
    'Confirms a sale: the desk gets the USDT and the customer the USD. What nobody confirms lapses. A repeat changes nothing. Where the price of its advert is outside the band, the operator who published it cannot confirm.',
  output: z.object({ state: saleState }),
  refusals: ['same-operator', 'already-decided', 'books-halted'],
})
