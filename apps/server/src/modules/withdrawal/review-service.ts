import type {
  InputOf,
  OutputOf,
  WithdrawalCaseDetail,
  WithdrawalCaseView,
  operatorWithdrawalDecide,
  operatorWithdrawalEnded,
} from '@candor/api/operator'
import { withdrawalState } from '@candor/api'
import type { WithdrawalState } from '@candor/api'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Verdict } from '../../platform/verdict.ts'
import { readBalances } from '../statement/index.ts'
import type { Notifier } from '../messages/index.ts'
import { recordAct } from '../operator/index.ts'
import type { PayoutService } from '../payout/index.ts'
import {
  completeWithdrawal,
  decideWithdrawal,
  failWithdrawal,
  readCaseCustomer,
  readCaseFacts,
  sendWithdrawal,
} from './review-store.ts'
import { caseDetail, caseView, endedView } from './review.ts'
import type { Reviewer, WithdrawalCase } from './review.ts'
import type { WithdrawalRecord } from './withdrawal.ts'
import { notifySockets } from './withdrawal-service.ts'
import { listEndedWithdrawals, listOpenWithdrawals, readWithdrawal } from './withdrawal-store.ts'

export interface WithdrawalReviewDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly notifier: Notifier
  readonly payout: Pick<PayoutService, 'describeDestination' | 'openDestination'>
}

/** A decision on a withdrawal; a rejection has a reason. */
export interface WithdrawalDecision {
  readonly id: string
  readonly verdict: Verdict
  readonly reason?: InputOf<typeof operatorWithdrawalDecide>['reason']
}

/** The state after a step, or why it was not taken. Errors CO001 to CO004 of the ledger are thrown. */
type Stepped<Refusal extends string> = Promise<Result<{ state: WithdrawalState }, Refusal | 'not-found'>>

/** The operators' steps on withdrawals. Each step is one function of the ledger, which verifies the caller itself. */
export interface WithdrawalReview {
  queue(reviewer: Reviewer, wanted: { state: WithdrawalState | null; limit: number }): Promise<WithdrawalCaseView[]>
  /** Withdrawals that have ended, the newest request first. */
  ended(
    reviewer: Reviewer,
    wanted: InputOf<typeof operatorWithdrawalEnded>,
  ): Promise<OutputOf<typeof operatorWithdrawalEnded>>
  detail(reviewer: Reviewer, withdrawalId: bigint): Promise<Result<WithdrawalCaseDetail, 'not-found'>>
  /** The full number, after it was written down that it is opened. */
  destination(secret: string, withdrawalId: bigint): Promise<Result<{ number: string }, 'not-found'>>
  decide(secret: string, decision: WithdrawalDecision): Stepped<'withdrawals-frozen'>
  send(secret: string, withdrawalId: bigint, reference: string): Stepped<'withdrawals-frozen' | 'reference-taken'>
  complete(secret: string, withdrawalId: bigint): Stepped<never>
  fail(secret: string, withdrawalId: bigint, proof: string): Stepped<never>
}

/** Makes the review of withdrawals. */
export function createWithdrawalReview(deps: WithdrawalReviewDependencies): WithdrawalReview {
  const { pool, clock, payout } = deps

  /** Notifies the customer's sockets of a committed step. */
  async function after(withdrawalId: bigint, state: string | null): Stepped<never> {
    if (state === null) return refuse('not-found')
    await notifySockets(deps, withdrawalId)
    return ok({ state: z.parse(withdrawalState, state) })
  }

  return {
    ended: (reviewer, wanted) =>
      pageById(wanted, {
        read: (belowId, limit) =>
          casesOf(pool, listEndedWithdrawals(pool, { state: wanted.state ?? null, belowId, limit })),
        idOf: ({ record }) => record.withdrawalId,
        viewOf: (ended) => endedView(ended, reviewer, clock.nowMs()),
      }),
    async queue(reviewer, wanted) {
      const cases = await casesOf(pool, listOpenWithdrawals(pool, wanted))
      return cases.flatMap((waiting) => caseView(waiting, reviewer, clock.nowMs()) ?? [])
    },
    detail: (reviewer, withdrawalId) => detail(deps, reviewer, withdrawalId),
    async destination(secret, withdrawalId) {
      const record = await readWithdrawal(pool, withdrawalId)
      if (record === null) return refuse('not-found')
      const subject = `withdrawal:${withdrawalId}`
      await recordAct(pool, secret, { action: 'withdrawal.destination-viewed', subject })
      const { number } = await payout.openDestination(record.methodId)
      return ok({ number })
    },
    async decide(secret, { id, verdict, reason = '' }) {
      const withdrawalId = BigInt(id)
      const state = await decideWithdrawal(pool, secret, { withdrawalId, verdict, reason })
      return state === 'frozen' ? refuse('withdrawals-frozen') : after(withdrawalId, state)
    },
    async send(secret, withdrawalId, reference) {
      const state = await sendWithdrawal(pool, secret, withdrawalId, reference)
      if (state === 'frozen') return refuse('withdrawals-frozen')
      return state === 'reference-taken' ? refuse(state) : after(withdrawalId, state)
    },
    complete: async (secret, withdrawalId) => after(withdrawalId, await completeWithdrawal(pool, secret, withdrawalId)),
    fail: async (secret, withdrawalId, proof) =>
      after(withdrawalId, await failWithdrawal(pool, secret, withdrawalId, proof)),
  }
}

/** Withdrawals with their further facts, in the same order. */
async function casesOf(pool: Database, read: Promise<readonly WithdrawalRecord[]>): Promise<WithdrawalCase[]> {
  const records = await read
  const facts = await readCaseFacts(
    pool,
    records.map(({ withdrawalId }) => withdrawalId),
  )
  return records.flatMap((record) => {
    const known = facts.get(record.withdrawalId)
    return known === undefined ? [] : [{ record, facts: known }]
  })
}

async function detail(
  { pool, clock, payout }: WithdrawalReviewDependencies,
  reviewer: Reviewer,
  withdrawalId: bigint,
): Promise<Result<WithdrawalCaseDetail, 'not-found'>> {
  const record = await readWithdrawal(pool, withdrawalId)
  if (record === null) return refuse('not-found')
  const { customerId, methodId } = record
  const { asset } = record.amount
  const [facts, customer, balances, payee] = await Promise.all([
    readCaseFacts(pool, [withdrawalId]),
    readCaseCustomer(pool, { customerId, asset, withdrawalId }),
    readBalances(pool, [customerId]),
    payout.describeDestination(methodId),
  ])
  const known = facts.get(withdrawalId)
  const balance = balances.find((one) => one.asset === asset)
  if (known === undefined || balance === undefined)
    throw new Error(`withdrawal ${withdrawalId} has no customer or no account`)
  return ok(caseDetail({ record, facts: known, customer, balance, payee }, reviewer, clock.nowMs()))
}
