import * as z from 'zod/mini'
import {
  amountText,
  assetName,
  chainName,
  decimalText,
  fileOutput,
  page,
  photoFile,
  requestId,
  timeMs,
} from './fields.ts'
import { customerDetail, customerList, customerOperation } from './operation.ts'

/**
 * `under-review`: awaits its transfer or an operator. `completed`: credited. `rejected`: an operator rejected it.
 * `failed`: credited, and then reversed by the chain. `lapsed`: nothing arrived in time.
 */
export const rechargeState = z.enum(['under-review', 'completed', 'rejected', 'failed', 'lapsed'])
export type RechargeState = z.output<typeof rechargeState>

/** The reasons for which an operator may reject a recharge. */
export const voucherReasons = [
  'voucher-unreadable',
  'transfer-not-found',
  'quantity-differs',
  'wrong-chain',
  'already-credited',
  'not-your-transfer',
] as const

/** Why a recharge failed. */
export const rechargeReason = z.enum([...voucherReasons, 'transfer-reversed', 'nothing-arrived'])
export type RechargeReason = z.output<typeof rechargeReason>

/**
 * `waiting`: seen, not final yet. `credited`. `dust`: below the minimum. `wrong-token`: a token other than USDT.
 * `reviewed`: already credited by an operator from its voucher. `reversed`: reversed by the chain.
 */
export const transferState = z.enum(['waiting', 'credited', 'dust', 'wrong-token', 'reviewed', 'reversed'])
export type TransferState = z.output<typeof transferState>

/** A transfer to one of the customer's addresses, as the chain shows it. */
export const transferView = z.object({
  id: z.string(),
  chain: chainName,
  txid: z.string(),
  state: transferState,
  /** The received amount in USDT; null for another token, whose amounts mean nothing here. */
  quantity: z.nullable(decimalText),
  /** Confirmations so far, and the number required. */
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  /** The recharge that it was credited to. */
  rechargeId: z.nullable(z.string()),
  seenAtMs: timeMs,
})
export type TransferView = z.output<typeof transferView>

export const rechargeView = z.object({
  id: z.string(),
  chain: chainName,
  /** The credited currency. What arrives is always USDT. */
  currency: assetName,
  /** The USDT announced by the customer, or the received amount if nothing was announced. */
  quantity: decimalText,
  state: rechargeState,
  reason: z.nullable(rechargeReason),
  hasVoucher: z.boolean(),
  /** As the customer gave it, in the form of its chain. */
  txid: z.nullable(z.string()),
  /** The credited amount, in the currency. */
  credited: z.nullable(decimalText),
  /** USD for one USDT, where USD was credited. */
  rate: z.nullable(decimalText),
  /** The transfer behind it, where a watcher saw one. */
  transfer: z.nullable(transferView),
  createdAtMs: timeMs,
  /** When it left `under-review`. */
  decidedAtMs: z.nullable(timeMs),
})
export type RechargeView = z.output<typeof rechargeView>

export const rechargeChainView = z.object({
  chain: chainName,
  token: z.literal('USDT'),
  /** The smallest quantity; less is seen and not credited. */
  minimum: decimalText,
  /** Transfers are detected and credited automatically. Otherwise a voucher is required and an operator reviews it. */
  hasWatcher: z.boolean(),
  /** Blocks until a transfer counts, about. */
  confirmations: z.int(),
  /** Approximate time for the confirmations, in milliseconds. */
  confirmationMs: z.int(),
  /** The address is a play code: coins sent anywhere for it are lost. */
  isSandboxAddress: z.boolean(),
})
export type RechargeChainView = z.output<typeof rechargeChainView>

export const rechargeMethods = customerOperation('recharge/methods', 'login', {
  summary:
    'The chains on which USDT can be sent, their minimums and confirmations, and the currencies that can be credited.',
  output: z.object({
    chains: z.array(rechargeChainView),
    currencies: z.array(
      z.object({
        currency: assetName,
        /** The current rate of one USDT; null when there is no current price. */
        rate: z.nullable(decimalText),
        /** Taken off the official price, in basis points. */
        spreadBps: z.int(),
      }),
    ),
  }),
})

export const rechargeAddress = customerOperation('recharge/address', 'login', {
  summary:
    'The own address of the customer on a chain, the same every time, and the text of its QR code. In the sandbox without a chain it is a play code that no wallet takes for an address (`isSandboxAddress`).',
  input: z.object({ chain: chainName }),
  output: z.object({ chain: chainName, address: z.string(), qrText: z.string(), isSandboxAddress: z.boolean() }),
})

/** A transaction id: 64 hexadecimal digits, with or without 0x. */
export const txidPattern = /^(0x)?[0-9a-f]{64}$/i
export const txidText = z.string().check(z.regex(txidPattern, 'wrong-format'))

export const rechargeCreate = customerOperation('recharge/create', 'login', {
  summary:
    'Announces a recharge (multipart): the chain, the currency to credit, the quantity of USDT, a photo of the transfer voucher and the transaction id. The voucher is required where no watcher sees the chain: an operator looks at it. What is credited is what arrives.',
  input: z.object({
    requestId,
    chain: chainName,
    currency: assetName,
    quantity: amountText,
    voucher: z.optional(photoFile),
    txid: z.optional(txidText),
  }),
  output: rechargeView,
  refusals: [
    'wrong-amount',
    'limit-reached',
    'self-excluded',
    'voucher-required',
    'photo-invalid',
    'upper-limit',
    'conflict',
  ],
  success: 'submitted-for-review',
})

export const rechargeList = customerList('recharge/list', {
  summary: 'The recharges of the customer, newest first.',
  filters: { state: z.optional(z.enum(rechargeState.options, 'unknown-value')) },
  output: page(rechargeView),
})

export const rechargeDetail = customerDetail('recharge/detail', {
  summary: 'One recharge of the customer, with the confirmations that its transfer has so far.',
  output: rechargeView,
})

export const rechargeVoucher = customerDetail('recharge/voucher', {
  summary: 'The picture of the transfer voucher that the customer sent with a recharge (WebP).',
  output: fileOutput,
})

export const rechargeTransfers = customerList('recharge/transfers', {
  summary:
    'Every transfer that was seen at an address of the customer, newest first, also those that are not credited: another token, less than the minimum, taken back by the chain.',
  filters: {},
  output: page(transferView),
})
