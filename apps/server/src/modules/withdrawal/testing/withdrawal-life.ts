import { randomUUID } from 'node:crypto'
import type { Asset } from '@candor/money'
import type { Pool } from 'pg'
import type { WithdrawalService } from '../withdrawal-service.ts'
import { confirmAct } from '../../verifier/testing/confirm.ts'
import { completeWithdrawal, decideWithdrawal, sendWithdrawal } from '../review-store.ts'

/** The steps of one withdrawal with two approvals, in order. */
export const lifeSteps = ['requested', 'approved-first', 'approved', 'sent', 'completed'] as const
export type LifeStep = (typeof lifeSteps)[number]

/** The people and the request of one withdrawal. */
export interface Life {
  readonly pool: Pool
  /** Confirms as the verifier does. */
  readonly owner: Pool
  readonly service: WithdrawalService
  readonly customerId: bigint
  readonly form: Parameters<WithdrawalService['create']>[1]
  /** Of two operators who approve, and of one who completes. */
  readonly secrets: readonly [string, string, string]
}

/** Prepares a withdrawal: everything but its first step. */
export async function prepareLife(
  parts: Omit<Life, 'form'> & { asset: Asset; amount: string; payoutMethodId: string; paymentPassword: string },
): Promise<Life> {
  const { asset, amount, payoutMethodId, paymentPassword, ...life } = parts
  const quoted = await life.service.quote(life.customerId, { asset, amount, payoutMethodId })
  if (!quoted.ok) throw new Error(`a quote was refused: ${quoted.error}`)
  const { quoteId, fee } = quoted.value
  return { ...life, form: { requestId: randomUUID(), quoteId, asset, amount, fee, payoutMethodId, paymentPassword } }
}

/**
 * Takes one step, or finds that it was taken before. Returns the withdrawal's number. Throws when the database does not
 * respond.
 */
export async function takeStep(life: Life, step: LifeStep): Promise<bigint> {
  const id = await requested(life)
  const [first, second, third] = life.secrets
  if (step === 'approved-first') await approve(life, first, id)
  if (step === 'approved') await approve(life, second, id)
  if (step === 'sent') await sendWithdrawal(life.pool, first, id, `payment ${id}`)
  if (step === 'completed') await completeWithdrawal(life.pool, third, id)
  return id
}

async function requested({ service, customerId, form }: Life): Promise<bigint> {
  const created = await service.create(customerId, form)
  if (!created.ok) throw new Error(`a withdrawal was refused: ${created.error}`)
  return BigInt(created.value.id)
}

/** A repeated approval is refused: by the same operator, or because it is already decided. */
async function approve({ pool, owner }: Life, secret: string, withdrawalId: bigint): Promise<void> {
  await confirmAct({ owner, app: pool }, secret, { act: 'withdrawal.approve', id: withdrawalId })
  await decideWithdrawal(pool, secret, { withdrawalId, verdict: 'approved', reason: '' }).catch(
    (error: { code?: string }) => {
      if (error.code !== 'CO003' && error.code !== 'CO004') throw error
    },
  )
}
