/**
 * Operators: their accounts and sessions, their claims, the record of their acts, and the sandbox's automatic
 * reviewers.
 */
import type { OperatorRole } from '@candor/api/operator'
import type { Logger } from '../../platform/logger.ts'
import type { OperatorPrincipal } from '../../platform/principal.ts'
import { primaryReads } from '../../platform/transaction.ts'
import type { Database, Reads } from '../../platform/transaction.ts'
import { addAccount, isPasswordOf, listAccounts, replaceReviewer } from './account-store.ts'
import { auditRoutes } from './audit-routes.ts'
import { createOperatorLogins } from './login-service.ts'
import { authenticatorKey } from './operator.ts'
import { operatorRoutes } from './operator-routes.ts'
import { findOperator } from './operator-store.ts'
import { reviewerAccount, sandboxReviewers, startSandboxReviewer } from './sandbox-reviewer.ts'
import type { ReviewedAct, ReviewTask } from './sandbox-reviewer.ts'

export {
  addAccount,
  allowPasskey,
  listAccounts,
  removePasskeys,
  resetAccount,
  sealAuthenticators,
  setAccountEnabled,
} from './account-store.ts'
export { createAuditReader } from './audit-reader.ts'
export type { AuditReader } from './audit-reader.ts'
export { enrolmentAddress, newHandedPassword } from './enrolment.ts'
export { authenticatorKey, newTotpSecret } from './operator.ts'
export { recordAct } from './operator-store.ts'
export type { RecordedAct } from './operator-store.ts'
export { decideProposal } from './proposal-store.ts'
export type { ProposalKind } from './proposal-store.ts'
export { createProposals } from './proposals.ts'
export type { Proposals } from './proposals.ts'
export type { ReviewCase, ReviewTask } from './sandbox-reviewer.ts'
export { versionProposals } from './version-proposals.ts'
export type { VersionProposal } from './version-proposals.ts'

export interface Operators {
  /** The operator behind a session's secret, or null. */
  authenticate(secret: string): Promise<OperatorPrincipal | null>
  readonly routes: ReturnType<typeof operatorRoutes>
  /** Starts the sandbox's reviewers on waiting cases. `key` is the data folder's; `confirm` asks the verifier. */
  startReviewers(
    tasks: readonly ReviewTask[],
    key: string,
    confirm: (secret: string, act: ReviewedAct) => Promise<void>,
  ): { stop(): Promise<void> }
}

const secretPattern = /^[\w-]{43}$/

/** Wires the module. */
export function createOperators({
  pool,
  reads = primaryReads(pool),
  logger,
  secret,
  cell = null,
}: {
  readonly pool: Database
  /** Of the list of the audit; the pool if absent. */
  readonly reads?: Reads
  readonly logger: Logger
  /** The server's key. */
  readonly secret: string
  /** The number of this cell; null or absent where it is the only one. */
  readonly cell?: number | null
}): Operators {
  const logins = createOperatorLogins({ pool, secret })
  return {
    authenticate: async (secret) => (secretPattern.test(secret) ? findOperator(pool, secret) : null),
    routes: [...operatorRoutes(pool, logins, cell), ...auditRoutes(pool, reads)],
    startReviewers: (tasks, key, confirm) => startSandboxReviewer({ pool, logger, logins, tasks, key, confirm }),
  }
}

const reviewerRoles: readonly OperatorRole[] = ['kyc', 'payments', 'desk']
const thirdRoles: readonly OperatorRole[] = ['kyc', 'payments']

/**
 * Makes the sandbox's reviewers as the owner, or gives them the credentials of another key. `key` is theirs, `secret`
 * the server's. Throws outside a sandbox.
 */
export async function seedSandboxReviewers(
  owner: Database,
  { key, secret }: { readonly key: string; readonly secret: string },
): Promise<void> {
  const known = new Set((await listAccounts(owner)).map(({ name }) => name))
  for (const reviewer of sandboxReviewers) {
    const account = reviewerAccount(key, reviewer)
    const totpKey = authenticatorKey(secret)
    const roles = reviewer === 3 ? thirdRoles : reviewerRoles
    if (!known.has(account.name))
      await addAccount(owner, { ...account, totpKey, roles, isPasswordNew: false, isSandbox: true })
    else if (!(await isPasswordOf(owner, account))) await replaceReviewer(owner, { ...account, totpKey })
  }
}
