import type { RechargeState, RechargeView, TransferView } from '@candor/api'
import type { TimelineState } from '@candor/ui'

/** A state's label, in the specification's words. */
export type RechargeLabel = 'underReview' | 'success' | 'fail' | 'unfinished'

export function labelOf(state: RechargeState): RechargeLabel {
  switch (state) {
    case 'under-review':
      return 'underReview'
    case 'completed':
      return 'success'
    case 'rejected':
    case 'failed':
      return 'fail'
    case 'lapsed':
      return 'unfinished'
  }
}

/** The polling interval of an open deposit: confirmations come every few seconds. */
export function refreshMs(state: RechargeState): number | false {
  return state === 'under-review' ? 5_000 : false
}

export interface RechargeStep {
  readonly name: 'announced' | 'transfer' | 'checked' | 'credited' | 'ended'
  readonly state: TimelineState
}

/** The steps of a deposit: announced, its transfer or its voucher, credited; or how it ended. */
export function stepsOf({
  state,
  transfer,
  hasVoucher,
}: Pick<RechargeView, 'state' | 'transfer' | 'hasVoucher'>): RechargeStep[] {
  const middle = transfer !== null || !hasVoucher ? 'transfer' : 'checked'
  const announced: RechargeStep = { name: 'announced', state: 'done' }
  switch (state) {
    case 'under-review':
      return [announced, { name: middle, state: 'now' }, { name: 'credited', state: 'next' }]
    case 'completed':
      return [announced, { name: middle, state: 'done' }, { name: 'credited', state: 'done' }]
    case 'failed':
      return [
        announced,
        { name: middle, state: 'done' },
        { name: 'credited', state: 'done' },
        { name: 'ended', state: 'ended' },
      ]
    case 'rejected':
    case 'lapsed':
      return [announced, { name: 'ended', state: 'ended' }]
  }
}

/** Whether a transfer that was seen is not, or no longer, the customer's money. */
export function isLost({ state }: Pick<TransferView, 'state'>): boolean {
  return state === 'dust' || state === 'wrong-token' || state === 'reversed'
}
