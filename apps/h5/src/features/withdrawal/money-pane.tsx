import { ReadinessCard } from '../../shared/account/readiness/index.ts'
import { PriceLogRow } from '../../shared/proof/index.ts'
import { RunningWithdrawal } from './running-withdrawal.tsx'

export interface MoneyPaneProps {
  /** Whether it says what a withdrawal still needs. */
  readonly hasReadiness: boolean
}

/** Beside a screen of money: the withdrawal under way, and the way to the log of prices. */
export function MoneyPane({ hasReadiness }: MoneyPaneProps) {
  return (
    <>
      <RunningWithdrawal />
      {hasReadiness ? <ReadinessCard /> : null}
      <PriceLogRow />
    </>
  )
}
