import type { OrderView } from '@candor/api'
import { parseUnits } from '@candor/money'
import { parseNote, ProofError } from '@candor/proof'
import { findBatch, parseAcceptance, parseAcceptanceReceipt, verifyAcceptance } from '@candor/proof/receipt'
import type { Acceptance, AcceptanceReceipt, ReadLog, Trusted } from '@candor/proof/receipt'
import { graceMs } from './acceptance-verdict.ts'
import type { AcceptanceVerdict } from './acceptance-verdict.ts'

/** The log contains a batch this long after it was accepted, at the latest. */
const longestPromiseMs = 10_000
export interface AcceptanceQuestion {
  readonly order: OrderView
  readonly text: string
  readonly trusted: Trusted
  readonly nowMs: number
  readonly readLog: ReadLog
}

/** Verifies the acceptance of an order, and after the promised time that the log contains its batch. */
export async function judgeAcceptance(question: AcceptanceQuestion): Promise<AcceptanceVerdict> {
  const { text, order, trusted, nowMs } = question
  const { steps } = await verifyAcceptance(text, { ...trusted, nowMs })
  const failed = steps.find(({ state }) => state === 'failed')
  if (failed !== undefined) {
    const isUnknownKey = failed.evidence['code'] === 'not-signed'
    return { state: isUnknownKey ? 'unknown' : 'invalid', promiseMs: null, reason: failed.evidence['message'] ?? null }
  }
  const receipt = parseAcceptanceReceipt(text)
  const acceptance = parseAcceptance(parseNote(receipt.acceptance).text)
  const { promiseMs, acceptedMs } = acceptance
  const invalid = (reason: string): AcceptanceVerdict => ({ state: 'invalid', promiseMs, reason })
  if (!isOfOrder(receipt, order)) return invalid('The acceptance is of another order.')
  if (promiseMs - acceptedMs > longestPromiseMs) return invalid('The acceptance promises a later time than the rule.')
  if (nowMs <= promiseMs + graceMs) return { state: 'promised', promiseMs, reason: null }
  return { ...(await judgeLog(acceptance, question)), promiseMs }
}

async function judgeLog(
  acceptance: Acceptance,
  { trusted, readLog }: AcceptanceQuestion,
): Promise<Omit<AcceptanceVerdict, 'promiseMs'>> {
  try {
    return await findBatch(acceptance, trusted.events, readLog)
  } catch (error) {
    // A log that does not verify is no evidence against this promise: its readers report it.
    if (error instanceof ProofError) return { state: 'unknown', reason: error.message }
    throw error
  }
}

/** Whether the accepted item is the order that the screen shows. */
function isOfOrder({ placed }: AcceptanceReceipt, order: OrderView): boolean {
  const item = placed.item.value
  return (
    `${item.orderId}` === order.id &&
    item.symbol === order.symbol &&
    item.direction === order.direction &&
    item.asset === order.asset &&
    item.stake === parseUnits(order.stake) &&
    item.fee === parseUnits(order.fee) &&
    item.profit === parseUnits(order.profit) &&
    item.acceptedMs === order.acceptedAtMs &&
    item.entrySlot === order.entrySlot &&
    item.exitSlot === order.exitSlot &&
    item.entryWindowSlots === order.entryWindowSlots &&
    item.exitWindowSlots === order.exitWindowSlots
  )
}
