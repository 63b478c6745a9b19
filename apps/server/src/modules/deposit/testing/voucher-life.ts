import { createHash, randomUUID } from 'node:crypto'
import { units } from '@candor/money'
import type { Pool } from 'pg'
import { requestDeposit } from '../deposit-store.ts'
import type { DepositRequest } from '../deposit-store.ts'
import { confirmAct } from '../../verifier/testing/confirm.ts'
import { decideDeposit } from '../review-store.ts'
import { coin, testTxid } from './deposit-world.ts'

/** The steps of a deposit by voucher with two approvals, in order. */
export const voucherSteps = ['announced', 'approved-first', 'credited'] as const
export type VoucherStep = (typeof voucherSteps)[number]

/** The people and the request of one recharge. */
export interface VoucherLife {
  readonly pool: Pool
  /** Confirms as the verifier does. */
  readonly owner: Pool
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
    request: {
      customerId,
      requestId,
      chain: 'ERC20',
      asset: 'USD',
      quantityUnits: units('USDT', 300n * coin),
      txid: null,
      voucher,
    },
  }
}

/** Takes one step, or finds that it was taken before. Throws when the database does not respond. */
export async function takeVoucherStep(
  { pool, owner, request, secrets }: VoucherLife,
  step: VoucherStep,
): Promise<void> {
  const { outcome, depositId } = await requestDeposit(pool, request)
  if (depositId === null) throw new Error(`a recharge was refused: ${outcome}`)
  if (step !== 'announced') await approveVoucher({ owner, app: pool }, secrets[step === 'credited' ? 1 : 0], depositId)
}

interface Pools {
  readonly owner: Pool
  readonly app: Pool
}

/** Approves a deposit; where two operators are needed, it is confirmed with a passkey first. */
export async function approveDeposit(pools: Pools, secret: string, depositId: bigint, reference: string) {
  await confirmAct(pools, secret, { act: 'deposit.approve', id: depositId, reference })
  return decideDeposit(pools.app, secret, depositId, { verdict: 'approved', reference })
}

/** Approves a deposit. A repeat is refused: by the same operator, or because it is already decided. */
export async function approveVoucher(pools: Pools, secret: string, depositId: bigint): Promise<void> {
  const { outcome } = await approveDeposit(pools, secret, depositId, testTxid(depositId))
  if (!['approved', 'completed', 'already-decided', 'transaction-closed'].includes(outcome))
    throw new Error(`an approval was refused: ${outcome}`)
}
