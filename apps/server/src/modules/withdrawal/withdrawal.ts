import type {
  WithdrawalDetailView,
  WithdrawalReason,
  WithdrawalState,
  WithdrawalStep,
  WithdrawalView,
} from '@candor/api'
import { formatUnits } from '@candor/money'
import type { Asset } from '@candor/money'
import type { ShownDestination } from '../payout/index.ts'

/** A withdrawal as the ledger keeps it. */
export interface WithdrawalRecord {
  readonly withdrawalId: bigint
  readonly customerId: bigint
  readonly asset: Asset
  readonly amountUnits: bigint
  readonly feeUnits: bigint
  readonly methodId: bigint
  readonly destination: ShownDestination
  readonly state: WithdrawalState
  readonly reason: WithdrawalReason | null
  readonly reference: string | null
  readonly approvalsNeeded: number
  /** When each of those who approved did so. */
  readonly approvalsMs: readonly number[]
  readonly twoPersonThresholdUnits: bigint
  /** What the terms promise after the approval. */
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
    asset: record.asset,
    amount: formatUnits(record.amountUnits),
    fee: formatUnits(record.feeUnits),
    arrival: formatUnits(record.amountUnits - record.feeUnits),
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
    twoPersonThreshold: formatUnits(record.twoPersonThresholdUnits),
    reference: record.reference,
    canCancel: record.state === 'under-review' && record.approvalsMs.length === 0,
  }
}

/** A step as it is known: when it was done, and by when it was promised. */
interface KnownStep {
  readonly name: WithdrawalStep['name']
  readonly owner: WithdrawalStep['owner']
  readonly atMs: number | null
  readonly promisedMs: number | null
}

/** The clock: what was done, what is next and what lies ahead. The first step that was not done is the one of now. */
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
  // What comes after the approval is counted from its promise, while that is all there is.
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

/** The number of a withdrawal in an id or a cursor of the wire, or null where it is none. */
export function withdrawalIdOf(id: string): bigint | null {
  return /^\d{1,18}$/.test(id) ? BigInt(id) : null
}

/** Whether a text is the id of a quote: anything else names none. */
export function isQuoteId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}

/** What a withdrawal of one asset needs, as far as it is there. */
export interface ReadinessFacts {
  readonly isVerified: boolean
  readonly hasPaymentPassword: boolean
  /** From when each destination of the right kind may be used. */
  readonly usableFromMs: readonly number[]
  /** Until when the account's withdrawals wait; null where they do not. */
  readonly heldUntilMs: number | null
  readonly availableUnits: bigint
  readonly minimumUnits: bigint
}

/** What is still missing before a withdrawal would work, in the order in which it is best done. */
export function readinessOf(
  facts: ReadinessFacts,
  nowMs: number,
): {
  missing: ('verified' | 'payment-password' | 'payout-method' | 'cooling-down' | 'amount')[]
  coolsUntilMs: number | null
} {
  // The destination that may be used first decides how long there is to wait.
  const destinationMs = facts.usableFromMs.length === 0 ? 0 : Math.min(...facts.usableFromMs)
  const untilMs = Math.max(destinationMs, facts.heldUntilMs ?? 0)
  const isCooling = untilMs > nowMs
  return {
    missing: [
      ...(facts.isVerified ? [] : (['verified'] as const)),
      ...(facts.hasPaymentPassword ? [] : (['payment-password'] as const)),
      ...(facts.usableFromMs.length > 0 ? [] : (['payout-method'] as const)),
      ...(isCooling ? (['cooling-down'] as const) : []),
      ...(facts.availableUnits >= facts.minimumUnits ? [] : (['amount'] as const)),
    ],
    coolsUntilMs: isCooling ? untilMs : null,
  }
}
