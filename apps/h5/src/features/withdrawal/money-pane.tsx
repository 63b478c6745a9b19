import { ReadinessCard } from '../../shared/account/readiness/index.ts'
import { PriceLogCard } from '../../shared/proof/price-log/index.ts'
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
      <PriceLogCard />
    </>
  )
}
