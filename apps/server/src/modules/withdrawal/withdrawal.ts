import type {
  WithdrawalDetailView,
  WithdrawalReason,
  WithdrawalState,
  WithdrawalStep,
  WithdrawalView,
} from '@candor/api'
import { formatAmount, isAtLeast, subtract } from '@candor/money'
import type { Amount } from '@candor/money'
import type { ShownDestination } from '../payout/index.ts'

/** A withdrawal as stored in the ledger. */
export interface WithdrawalRecord {
  readonly withdrawalId: bigint
  readonly customerId: bigint
  readonly amount: Amount
  readonly fee: Amount
  readonly methodId: bigint
  readonly destination: ShownDestination
  readonly state: WithdrawalState
  readonly reason: WithdrawalReason | null
  readonly reference: string | null
  readonly approvalsNeeded: number
  /** The time of each approval. */
  readonly approvalsMs: readonly number[]
  readonly twoPersonThreshold: Amount
  /** The terms' promise for the step after the approval. */
  readonly sendingWithinMs: number
  readonly arrivalWithinMs: number
  readonly createdMs: number
  readonly reviewDueMs: number
  readonly approvedMs: number | null
  readonly sendingDueMs: number | null
  readonly arrivalDueMs: number | null
  readonly sentMs: number | null
  readonly endedMs: number | null
}

/** A withdrawal in a list. */
export function withdrawalView(record: WithdrawalRecord, nowMs: number): WithdrawalView {
  return {
    id: String(record.withdrawalId),
    asset: record.amount.asset,
    amount: formatAmount(record.amount),
    fee: formatAmount(record.fee),
    arrival: formatAmount(subtract(record.amount, record.fee)),
    destination: destinationView(record),
    state: record.state,
    createdMs: record.createdMs,
    endedMs: record.endedMs,
    reason: record.reason,
    isOverdue: stepsOf(record, nowMs).some(({ state, isOverdue }) => state === 'now' && isOverdue),
  }
}

function destinationView({ methodId, destination }: WithdrawalRecord): WithdrawalView['destination'] {
  const payoutMethodId = String(methodId)
  if (destination.kind === 'bank-card') {
    const { kind, bankName, numberEnd } = destination
    return { kind, payoutMethodId, bankName, numberEnd }
  }
  return { payoutMethodId, ...destination }
}

/** A withdrawal with its clock. */
export function withdrawalDetailView(record: WithdrawalRecord, nowMs: number): WithdrawalDetailView {
  return {
    ...withdrawalView(record, nowMs),
    steps: stepsOf(record, nowMs),
    approvalsNeeded: record.approvalsNeeded,
    approvalsMs: [...record.approvalsMs],
    twoPersonThreshold: formatAmount(record.twoPersonThreshold),
    reference: record.reference,
    canCancel: record.state === 'under-review' && record.approvalsMs.length === 0,
  }
}

/** A known step: when it was done, and when it was promised. */
interface KnownStep {
  readonly name: WithdrawalStep['name']
  readonly owner: WithdrawalStep['owner']
  readonly atMs: number | null
  readonly promisedMs: number | null
}

/** The clock: past, current and future steps. The first step not done is the current one. */
export function stepsOf(record: WithdrawalRecord, nowMs: number): WithdrawalStep[] {
  const known = knownSteps(record)
  const nextIndex = known.findIndex(({ atMs }) => atMs === null)
  return known.map((step, index) => ({
    ...step,
    state: step.atMs !== null ? 'done' : index === nextIndex ? 'now' : 'ahead',
    isOverdue: step.promisedMs !== null && (step.atMs ?? (index === nextIndex ? nowMs : 0)) > step.promisedMs,
  }))
}

function knownSteps(record: WithdrawalRecord): KnownStep[] {
  const { createdMs, reviewDueMs, approvedMs, sentMs, endedMs, state } = record
  const begun: KnownStep[] = [
    { name: 'requested', owner: 'customer', atMs: createdMs, promisedMs: null },
    { name: 'checked', owner: 'system', atMs: createdMs, promisedMs: null },
  ]
  if (state === 'cancelled')
    return [...begun, { name: 'cancelled', owner: 'customer', atMs: endedMs, promisedMs: null }]
  if (state === 'rejected')
    return [...begun, { name: 'rejected', owner: 'payments', atMs: endedMs, promisedMs: reviewDueMs }]
  // Before the approval, later promises are counted from the approval's own promise.
  const sendingDueMs = record.sendingDueMs ?? reviewDueMs + record.sendingWithinMs
  const arrivalDueMs = record.arrivalDueMs ?? reviewDueMs + record.arrivalWithinMs
  return [
    ...begun,
    { name: 'approved', owner: 'payments', atMs: approvedMs, promisedMs: reviewDueMs },
    { name: 'sent', owner: 'payments', atMs: sentMs, promisedMs: sendingDueMs },
    state === 'failed'
      ? { name: 'failed', owner: 'payments', atMs: endedMs, promisedMs: null }
      : { name: 'completed', owner: 'payments', atMs: endedMs, promisedMs: arrivalDueMs },
  ]
}

/** The prerequisites of a withdrawal of one asset. */
export interface ReadinessFacts {
  readonly isVerified: boolean
  readonly hasPaymentPassword: boolean
  /** From when each destination of the right kind may be used. */
  readonly usableFromMs: readonly number[]
  /** Until when the account's withdrawals wait; null where they do not. */
  readonly heldUntilMs: number | null
  readonly available: Amount
  readonly minimum: Amount
}

/** What is still missing for a withdrawal, in the recommended order. */
export function readinessOf(
  facts: ReadinessFacts,
  nowMs: number,
): {
  missing: ('verified' | 'payment-password' | 'payout-method' | 'cooling-down' | 'amount')[]
  coolsUntilMs: number | null
} {
  // The destination usable first determines the wait.
  const destinationMs = facts.usableFromMs.length === 0 ? 0 : Math.min(...facts.usableFromMs)
  const untilMs = Math.max(destinationMs, facts.heldUntilMs ?? 0)
  const isCooling = untilMs > nowMs
  return {
    missing: [
      ...(facts.isVerified ? [] : (['verified'] as const)),
      ...(facts.hasPaymentPassword ? [] : (['payment-password'] as const)),
      ...(facts.usableFromMs.length > 0 ? [] : (['payout-method'] as const)),
      ...(isCooling ? (['cooling-down'] as const) : []),
      ...(isAtLeast(facts.available, facts.minimum) ? [] : (['amount'] as const)),
    ],
    coolsUntilMs: isCooling ? untilMs : null,
  }
}
