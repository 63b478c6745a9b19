import { createHash } from 'node:crypto'
import type { RechargeReason, RechargeState, RechargeView, TransferState, TransferView } from '@candor/api'
import { formatAmount, formatDecimal, formatUnits } from '@candor/money'
import type { Amount, Asset, Units } from '@candor/money'

/** A chain on which USDT is received. */
export type Chain = RechargeView['chain']
export const chains = ['TRC20', 'ERC20'] as const satisfies readonly Chain[]

/** A transfer that a chain showed at an address of a customer. */
export interface TransferRecord {
  readonly transferId: bigint
  readonly chain: Chain
  readonly txid: string
  readonly state: TransferState
  /** Null for another token. */
  readonly units: Units<'USDT'> | null
  readonly confirmations: number
  readonly confirmationsNeeded: number
  readonly depositId: bigint | null
  readonly seenMs: number
  /** Final, and above what the watcher may credit without operators. */
  readonly isHeld: boolean
}

/** A stored deposit with the transfer that it rests on, if any. */
export interface DepositRecord {
  readonly depositId: bigint
  readonly customerId: bigint
  readonly chain: Chain
  readonly asset: Asset
  readonly quantityUnits: Units<'USDT'>
  readonly txid: string | null
  /** The voucher's object in the vault. */
  readonly voucher: string | null
  readonly approvalsNeeded: number
  readonly state: RechargeState
  readonly reason: RechargeReason | null
  readonly reference: string | null
  readonly credited: Amount | null
  readonly rate: Rate | null
  readonly transfer: TransferRecord | null
  readonly createdMs: number
  readonly decidedMs: number | null
}

/** The official price of one USDT in USD, and what is taken off it. */
export interface Rate {
  readonly ticks: bigint
  readonly decimals: number
  readonly spreadBps: number
}

const bpsDecimals = 4

/** USD for one USDT after the spread, exactly. */
export function rateText({ ticks, decimals, spreadBps }: Rate): string {
  const bps = BigInt(10 ** bpsDecimals)
  const text = formatDecimal(ticks * (bps - BigInt(spreadBps)), decimals + bpsDecimals)
  return text.replace(/\.?0+$/, '')
}

/** A transfer as its owner sees it: of one that counts, no more confirmations than it takes. */
export function transferView(record: TransferRecord): TransferView {
  return {
    id: record.transferId.toString(),
    chain: record.chain,
    txid: record.txid,
    state: record.state,
    quantity: record.units === null ? null : formatUnits(record.units),
    confirmations: Math.min(record.confirmations, record.confirmationsNeeded),
    confirmationsNeeded: record.confirmationsNeeded,
    rechargeId: record.depositId?.toString() ?? null,
    seenAtMs: record.seenMs,
  }
}

/** What became of a deposit. */
export function outcomeView({ state, reason, voucher, credited, transfer }: DepositRecord) {
  return {
    state,
    reason,
    hasVoucher: voucher !== null,
    credited: credited === null ? null : formatAmount(credited),
    transfer: transfer === null ? null : transferView(transfer),
  }
}

/** A deposit as its owner sees it. */
export function rechargeView(record: DepositRecord): RechargeView {
  return {
    id: record.depositId.toString(),
    chain: record.chain,
    currency: record.asset,
    quantity: formatUnits(record.quantityUnits),
    ...outcomeView(record),
    txid: record.txid,
    rate: record.rate === null ? null : rateText(record.rate),
    createdAtMs: record.createdMs,
    decidedAtMs: record.decidedMs,
  }
}

const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * The placeholder for an address where no chain runs. It names itself a sample, no wallet accepts it as an address of
 * any chain, and a customer always gets the same one.
 */
export function sandboxAddress(chain: Chain, customerId: bigint): string {
  const digest = createHash('sha256').update(`${chain} ${customerId}`).digest()
  const letters = [...digest.subarray(0, 8)].map((byte) => codeLetters[byte % codeLetters.length]).join('')
  return `SANDBOX-${chain}-${letters.slice(0, 4)}-0000-${letters.slice(4)}`
}

/** The text of a QR code: the address alone, which every wallet reads. */
export function qrTextOf(address: string): string {
  return address
}
