import type {
  DepositCaseDetail,
  DepositCaseView,
  operatorDepositDecide,
  operatorDepositDecided,
  InputOf,
  OutputOf,
  OperatorRole,
} from '@candor/api/operator'
import { formatUnits } from '@candor/money'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { recordAct } from '../operator/index.ts'
import type { Notifier } from '../messages/index.ts'
import { voucherMeta } from './voucher-service.ts'
import { readDecidedDeposits, readDeposit, readReviewQueue } from './deposit-store.ts'
import { outcomeView } from './deposit.ts'
import type { DepositRecord } from './deposit.ts'
import { countOthers, decideDeposit, readCustomers, readVerdicts } from './review-store.ts'
import type { CustomerRecord, DepositDecision, VerdictRecord } from './review-store.ts'

/** The reviewing operator. */
export interface Reviewer {
  readonly operatorId: bigint
  readonly roles: readonly OperatorRole[]
  readonly secret: string
}

type Decision = OutputOf<typeof operatorDepositDecide>
type DecideRefusal =
  | 'not-found'
  | 'transaction-closed'
  | 'already-decided'
  | 'voucher-required'
  | 'transfer-known'
  | 'reference-taken'
  | 'reference-differs'
  | 'market-stale'
  | 'not-covered'

/** Reviewing vouchers. The ledger decides and verifies the session again. */
export interface DepositReview {
  queue(reviewer: Pick<Reviewer, 'operatorId' | 'roles'>, limit: number): Promise<DepositCaseView[]>
  /** Deposits that operators decided, the newest request first. */
  decided(
    reviewer: Pick<Reviewer, 'operatorId' | 'roles'>,
    wanted: InputOf<typeof operatorDepositDecided>,
  ): Promise<OutputOf<typeof operatorDepositDecided>>
  detail(reviewer: Pick<Reviewer, 'operatorId' | 'roles'>, id: bigint): Promise<Result<DepositCaseDetail, 'not-found'>>
  /** The voucher as WebP. That it was opened is recorded before it is read. */
  voucher(secret: string, id: bigint): Promise<Result<Buffer, 'not-found'>>
  decide(secret: string, form: InputOf<typeof operatorDepositDecide>): Promise<Result<Decision, DecideRefusal>>
}

export interface DepositReviewOptions {
  readonly pool: Database
  readonly vault: Vault
  readonly notifier: Notifier
}

export function createDepositReview({ pool, vault, notifier }: DepositReviewOptions): DepositReview {
  return {
    async queue(reviewer, limit) {
      const cases = await casesOf(pool, await readReviewQueue(pool, limit))
      return cases.map((waiting) => caseOf(waiting.record, { reviewer, ...waiting }))
    },

    decided: (reviewer, wanted) =>
      pageById(wanted, {
        read: async (belowId, limit) => casesOf(pool, await readDecidedDeposits(pool, belowId, limit)),
        idOf: ({ record }) => record.depositId,
        viewOf: ({ record, customer, verdicts }) => ({
          ...caseOf(record, { reviewer, customer, verdicts }),
          state: record.state,
          decidedMs: record.decidedMs,
          operators: [...new Set(verdicts.map(({ operator }) => operator))],
        }),
      }),

    async detail(reviewer, id) {
      const record = await readDeposit(pool, id)
      if (record === null) return refuse('not-found')
      const [customers, verdicts, earlier] = await Promise.all([
        readCustomers(pool, [record.customerId]),
        readVerdicts(pool, [id]),
        countOthers(pool, record),
      ])
      const customer = customers.get(record.customerId)
      return ok({
        ...caseOf(record, { reviewer, customer, verdicts }),
        customerId: String(record.customerId),
        registeredMs: customer?.registeredMs ?? 0,
        kycState: customer?.kycState ?? 'none',
        ...outcomeView(record),
        reference: record.reference,
        decidedMs: record.decidedMs,
        verdicts: verdicts
          .filter(({ operatorId }) => record.state !== 'under-review' || operatorId === reviewer.operatorId)
          .map(({ operatorId, operator, isApproval, reference, atMs }) => ({
            operatorId: String(operatorId),
            operator,
            isApproval,
            reference,
            atMs,
          })),
        earlier,
      })
    },

    async voucher(secret, id) {
      const record = await readDeposit(pool, id)
      if (record === null || record.voucher === null) return refuse('not-found')
      await recordAct(pool, secret, {
        action: 'deposit.voucher-opened',
        subject: subjectOf(record),
      })
      const bytes = await vault.get(record.voucher, voucherMeta)
      return bytes === null ? refuse('not-found') : ok(bytes)
    },

    decide: (secret, form) => decide({ pool, notifier }, secret, form),
  }
}

/** Decides, and notifies the customer of a final decision. */
async function decide(
  { pool, notifier }: Pick<DepositReviewOptions, 'pool' | 'notifier'>,
  secret: string,
  { id, reference, reason }: InputOf<typeof operatorDepositDecide>,
): ReturnType<DepositReview['decide']> {
  const decision: DepositDecision =
    reference === undefined
      ? { verdict: 'rejected', reason: reason ?? 'voucher-unreadable' }
      : { verdict: 'approved', reference }
  const { outcome, customerId, state } = await decideDeposit(pool, secret, BigInt(id), decision)
  if (outcome !== 'completed' && outcome !== 'approved' && outcome !== 'rejected') return refuse(refusalOf[outcome])
  if (customerId === null || state === null) throw new Error(`a deposit is ${outcome} without its owner`)
  if (outcome !== 'approved') await notifier.announce(customerId, { kind: 'recharge', id, state })
  return ok({ outcome: outcome === 'approved' ? 'recorded' : outcome, state })
}

const refusalOf = {
  'not-found': 'not-found',
  'transaction-closed': 'transaction-closed',
  'already-decided': 'already-decided',
  'voucher-required': 'voucher-required',
  'transfer-known': 'transfer-known',
  'reference-used': 'reference-taken',
  'reference-differs': 'reference-differs',
  'no-price': 'market-stale',
  'not-covered': 'not-covered',
} as const

/** The audit's name of a deposit. */
export function subjectOf({ depositId }: Pick<DepositRecord, 'depositId'>): string {
  return `deposit:${depositId}`
}

interface CaseFacts {
  readonly customer: CustomerRecord | undefined
  readonly verdicts: readonly VerdictRecord[]
}

interface CaseContext extends CaseFacts {
  readonly reviewer: Pick<Reviewer, 'operatorId' | 'roles'>
}

/** Deposits with their customers and verdicts, in the same order. */
async function casesOf(
  pool: Database,
  records: readonly DepositRecord[],
): Promise<(CaseFacts & { readonly record: DepositRecord })[]> {
  const [customers, verdicts] = await Promise.all([
    readCustomers(pool, [...new Set(records.map(({ customerId }) => customerId))]),
    readVerdicts(
      pool,
      records.map(({ depositId }) => depositId),
    ),
  ])
  const byDeposit = Map.groupBy(verdicts, ({ depositId }) => depositId)
  return records.map((record) => ({
    record,
    customer: customers.get(record.customerId),
    verdicts: byDeposit.get(record.depositId) ?? [],
  }))
}

function caseOf(record: DepositRecord, { reviewer, customer, verdicts }: CaseContext): DepositCaseView {
  const hasDecided = verdicts.some(({ operatorId }) => operatorId === reviewer.operatorId)
  const isHeld = record.transfer?.isHeld === true
  const waits = record.state === 'under-review' && (isHeld || (record.voucher !== null && record.transfer === null))
  return {
    id: String(record.depositId),
    subject: subjectOf(record),
    account: customer?.account ?? '',
    chain: record.chain,
    currency: record.asset,
    quantity: formatUnits((isHeld ? record.transfer.units : null) ?? record.quantityUnits),
    isHeld,
    txid: record.txid,
    createdMs: record.createdMs,
    approvalsNeeded: record.approvalsNeeded,
    approvalsGiven: verdicts.filter(({ isApproval }) => isApproval).length,
    hasDecided,
    mayDecide: waits && !hasDecided && reviewer.roles.includes('payments'),
  }
}
