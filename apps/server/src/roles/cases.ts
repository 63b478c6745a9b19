import type { ReviewTask } from '../modules/operator/index.ts'
import type { Support } from '../modules/support/index.ts'
import type { Route } from '../platform/http/index.ts'
import type { Accounts } from './accounts.ts'
import { startDeposits } from './deposits.ts'
import { startFloor } from './floor.ts'
import { startIdentityCheck } from './identity-check.ts'
import type { IdentityCheck } from './identity-check.ts'
import type { Shared } from './shared.ts'
import { openSupport } from './support.ts'
import { openWithdrawals } from './withdrawals.ts'

/** What customers ask for and somebody decides: calls serve it, sockets talk about it, and the jobs watch over it. */
export interface Cases {
  /** The operations of customers and operators. */
  readonly routes: readonly Route[]
  /** The decisions of the sandbox's reviewers. */
  readonly reviewTasks: readonly ReviewTask[]
  readonly verifiedName: IdentityCheck['verifiedName']
  /** The wire of customer service beside its operations. */
  readonly support: Pick<Support, 'addFiles' | 'endpoint'>
  /** Stops the background work. */
  stop(): Promise<void>
}

/** Wires the cases, and starts their background work where this process runs jobs. */
export async function startCases(shared: Shared, accounts: Accounts): Promise<Cases> {
  const identityCheck = startIdentityCheck(shared, accounts)
  const deposits = await startDeposits(shared)
  const withdrawals = openWithdrawals(shared, accounts)
  const floor = startFloor(shared, accounts)
  const support = openSupport(shared, accounts)
  return {
    routes: [...identityCheck.routes, ...deposits.routes, ...withdrawals.routes, ...floor.routes, ...support.routes],
    reviewTasks: [identityCheck.reviewTask, ...deposits.reviewTasks, withdrawals.reviewTask, floor.reviewTask],
    verifiedName: identityCheck.verifiedName,
    support,
    stop: async () => {
      identityCheck.stop()
      await deposits.stop()
      await floor.stop()
      await support.stop()
    },
  }
}
