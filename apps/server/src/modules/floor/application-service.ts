import type {
  InputOf,
  MerchantApplicationCase,
  OutputOf,
  RefusalOf,
  operatorApplicationApprove,
  operatorApplicationRefuse,
  operatorApplications,
} from '@candor/api/operator'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { approveApplication, readApplications, refuseApplication } from './application-store.ts'
import type { ApplicationRecord } from './application-store.ts'
import { nameOf } from './merchant-service.ts'
import type { Dealer } from './merchant-service.ts'

type Decided<O extends typeof operatorApplicationApprove | typeof operatorApplicationRefuse> = Promise<
  Result<MerchantApplicationCase, RefusalOf<O>>
>

/**
 * Customers' applications for a desk, as operators decide them. Each act is one SQL function; its errors CO001 to CO004
 * are thrown.
 */
export interface ApplicationService {
  page(dealer: Dealer, wanted: InputOf<typeof operatorApplications>): Promise<OutputOf<typeof operatorApplications>>
  approve(dealer: Dealer, applicationId: bigint): Decided<typeof operatorApplicationApprove>
  refuse(
    dealer: Dealer,
    decision: { readonly applicationId: bigint; readonly note: string },
  ): Decided<typeof operatorApplicationRefuse>
}

/** Makes the service. */
export function createApplicationService(pool: Database): ApplicationService {
  const caseOf = async (dealer: Dealer, applicationId: bigint) => {
    const [record] = await readApplications(pool, { applicationId, limit: 1 })
    if (record === undefined) throw new Error(`there is no application ${applicationId}`)
    return applicationCase(record, dealer)
  }
  return {
    page: (dealer, wanted) =>
      pageById(wanted, {
        read: (before, limit) =>
          readApplications(pool, {
            isOpen: wanted.isOpen === undefined ? null : wanted.isOpen === 'true',
            before,
            limit,
          }),
        idOf: ({ applicationId }) => applicationId,
        viewOf: (record) => applicationCase(record, dealer),
      }),
    async approve(dealer, applicationId) {
      const outcome = await approveApplication(pool, dealer.secret, applicationId)
      if (outcome === 'not-found' || outcome === 'already-registered') return refuse(outcome)
      return ok(await caseOf(dealer, applicationId))
    },
    async refuse(dealer, decision) {
      const isKnown = await refuseApplication(pool, dealer.secret, decision)
      return isKnown ? ok(await caseOf(dealer, decision.applicationId)) : refuse('not-found')
    },
  }
}

function applicationCase(record: ApplicationRecord, dealer: Dealer): MerchantApplicationCase {
  const { state, endorsedBy } = record
  const isAuthor = endorsedBy?.operatorId === dealer.operatorId
  const isFirst = dealer.roles.includes('desk') || dealer.roles.includes('lead')
  return {
    id: String(record.applicationId),
    subject: `merchant-application:${record.applicationId}`,
    name: record.name,
    about: record.about,
    account: record.account,
    state,
    appliedMs: record.appliedMs,
    endorsedBy: state === 'endorsed' && !isAuthor ? null : nameOf(endorsedBy),
    decidedBy: nameOf(record.decidedBy),
    decidedMs: record.decidedMs,
    mayApprove:
      (state === 'waiting' && isFirst) || (state === 'endorsed' && !isAuthor && dealer.roles.includes('lead')),
  }
}
