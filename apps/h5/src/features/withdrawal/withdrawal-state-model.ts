import type { WithdrawalDetailView, WithdrawalState, WithdrawalStep } from '@candor/api'
import type { TimelineState } from '@candor/ui'

/** A state's label: one of the specification's five words. */
export type WithdrawalLabel = 'underReview' | 'inProgress' | 'completed' | 'fail' | 'unfinished'

export function labelOf(state: WithdrawalState): WithdrawalLabel {
  switch (state) {
    case 'under-review':
      return 'underReview'
    case 'approved':
    case 'sent':
      return 'inProgress'
    case 'completed':
      return 'completed'
    case 'rejected':
    case 'failed':
      return 'fail'
    case 'cancelled':
      return 'unfinished'
  }
}

export type EndedState = Exclude<WithdrawalState, 'under-review' | 'approved' | 'sent'>

/** Whether a withdrawal has ended. */
export function hasEnded(state: WithdrawalState): state is EndedState {
  return state === 'completed' || state === 'rejected' || state === 'failed' || state === 'cancelled'
}

/** How a step of the clock is drawn. */
export function drawnState({ name, state, isOverdue }: WithdrawalStep): TimelineState {
  if (state === 'done') return name === 'rejected' || name === 'cancelled' || name === 'failed' ? 'ended' : 'done'
  if (state === 'ahead') return 'next'
  return isOverdue ? 'late' : 'now'
}

/** The promise of the current step, and when its time started. */
export interface RunningPromise {
  readonly step: WithdrawalStep
  readonly startedMs: number
  readonly promisedMs: number
}

/** The running promise, or null: there is none, or it is over. */
export function runningPromise({
  steps,
  createdMs,
}: Pick<WithdrawalDetailView, 'steps' | 'createdMs'>): RunningPromise | null {
  const step = steps.find(({ state }) => state === 'now')
  if (step === undefined || step.promisedMs === null) return null
  const startedMs = steps.reduce((latest, { atMs }) => Math.max(latest, atMs ?? 0), createdMs)
  return { step, startedMs, promisedMs: step.promisedMs }
}

/** Whole hours and minutes that are left of a promise; the last minute counts until it is over. */
export function restOf(promisedMs: number, nowMs: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.ceil((promisedMs - nowMs) / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** The polling interval of an open withdrawal, in case the socket missed a step. */
export function refreshMs(state: WithdrawalState): number | false {
  return hasEnded(state) ? false : 5_000
}
