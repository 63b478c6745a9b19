import { createHash, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { requestDeposit } from '../deposit-store.ts'
import type { DepositRequest } from '../deposit-store.ts'
import { decideDeposit } from '../review-store.ts'
import { coin, testTxid } from './deposit-world.ts'

/** What a recharge by voucher goes through when two people approve it, in order. */
export const voucherSteps = ['announced', 'approved-first', 'credited'] as const
export type VoucherStep = (typeof voucherSteps)[number]

/** The people and the request of one recharge. */
export interface VoucherLife {
  readonly pool: Pool
  readonly request: DepositRequest
  readonly secrets: readonly [string, string]
}

/** Prepares a recharge of 300 USDT, which are credited as USD: everything but its first step. */
export function prepareVoucher(parts: Omit<VoucherLife, 'request'> & { readonly customerId: bigint }): VoucherLife {
  const { customerId, ...life } = parts
  const requestId = randomUUID()
  const voucher = { objectId: `voucher-${requestId}`, digest: createHash('sha256').update(requestId).digest() }
  return {
    ...life,
    request: { customerId, requestId, chain: 'ERC20', asset: 'USD', quantityUnits: 300n * coin, txid: null, voucher },
  }
}

/** Takes one step, or finds that it was taken before. Throws where the database does not answer. */
export async function takeVoucherStep({ pool, request, secrets }: VoucherLife, step: VoucherStep): Promise<void> {
  const { outcome, depositId } = await requestDeposit(pool, request)
  if (depositId === null) throw new Error(`a recharge was refused: ${outcome}`)
  if (step !== 'announced') await approveVoucher(pool, secrets[step === 'credited' ? 1 : 0], depositId)
}

/** Approves a recharge. Where that happened before it is refused: by the same operator, or because nothing is left to decide. */
export async function approveVoucher(pool: Pool, secret: string, depositId: bigint): Promise<void> {
  const { outcome } = await decideDeposit(pool, secret, depositId, { reference: testTxid(depositId) })
  if (!['approved', 'completed', 'already-decided', 'transaction-closed'].includes(outcome))
    throw new Error(`an approval was refused: ${outcome}`)
}
