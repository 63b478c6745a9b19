import type { KycSide } from '@candor/contract'
import type { OperatorInputOf, OperatorOutputOf, operatorKycDecide, operatorKycDetail, operatorKycQueue } from '@candor/contract/operator'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Seal, Vault } from '../../platform/vault/index.ts'
import type { Notifier } from '../messages/index.ts'
import { appealContext, photoKind, storedReasons } from './kyc.ts'
import type { SubmissionRecord, ViewReason } from './kyc.ts'
import { openDetails } from './kyc-service.ts'
import { decide, openPhoto, readAccounts, readDecisions, readPhotos, readQueue, readSameNumber } from './review-store.ts'
import { readNewestSubmission, readPhotoViews, readSubmissions, readSubmissionsOf } from './submission-store.ts'

const maxViews = 100

type Detail = OperatorOutputOf<typeof operatorKycDetail>
type DecideForm = OperatorInputOf<typeof operatorKycDecide>
type Outcome = 'recorded' | 'verified' | 'rejected'

/** The identity check as operators use it. Each function fails with the SQLSTATEs of a session that is not good enough. */
export interface KycReview {
  queue(secret: string, limit: number): Promise<OperatorOutputOf<typeof operatorKycQueue>>
  detail(secret: string, submissionId: bigint): Promise<Result<Detail, 'not-found'>>
  /** A photo as WebP. That it was opened is written down first. */
  photo(secret: string, wanted: { submissionId: bigint; side: KycSide; reason: ViewReason }): Promise<Result<Buffer, 'not-found'>>
  decide(secret: string, form: DecideForm): Promise<Result<{ outcome: Outcome }, 'not-found'>>
  /** The name on a customer's verified document; null while none is. Who asks for it has to record that. */
  verifiedName(customerId: bigint): Promise<string | null>
}

export interface KycReviewDependencies {
  readonly pool: Database
  readonly vault: Vault
  readonly seal: Seal
  readonly notifier: Notifier
}

/** Makes the service. */
export function createKycReview(deps: KycReviewDependencies): KycReview {
  const { pool, vault, seal, notifier } = deps
  return {
    async queue(secret, limit) {
      const queued = await readQueue(pool, secret, { limit })
      const records = await readSubmissions(
        pool,
        queued.map(({ submissionId }) => submissionId),
      )
      const byId = new Map(records.map((record) => [record.submissionId, record]))
      const accounts = await readAccounts(
        pool,
        records.map(({ customerId }) => customerId),
      )
      const items = queued.flatMap(({ submissionId, ...turn }) => {
        const record = byId.get(submissionId)
        return record === undefined ? [] : [{ ...caseOf(record, seal), account: accountOf(accounts, record), ...turn }]
      })
      return { items }
    },
    async detail(secret, submissionId) {
      // First: it verifies the session.
      const decisions = await readDecisions(pool, secret, submissionId)
      const [record] = await readSubmissions(pool, [submissionId])
      if (record === undefined) return refuse('not-found')
      const [turn] = record.state === 'under-review' ? await readQueue(pool, secret, { limit: 1, submissionId }) : []
      return ok({
        ...(await factsOf(deps, record)),
        stage: turn?.stage ?? null,
        hasDecided: turn?.hasDecided ?? false,
        mayDecide: turn?.mayDecide ?? false,
        decisions: decisions.map(({ operatorId, operatorName, round, reasons, ...decision }) => ({
          ...decision,
          operatorId: String(operatorId),
          operator: operatorName,
          isAppeal: round === 2,
          reasons: storedReasons.parse(reasons),
        })),
      })
    },
    async photo(secret, wanted) {
      const objectId = await openPhoto(pool, secret, wanted)
      const photo = objectId === null ? null : await vault.get(objectId, photoKind)
      return photo === null ? refuse('not-found') : ok(photo)
    },
    async decide(secret, { id, verdict, resubmit = null, reasons, note }) {
      const submissionId = BigInt(id)
      if ((await readSubmissions(pool, [submissionId])).length === 0) return refuse('not-found')
      const { outcome, customerId } = await decide(pool, secret, { submissionId, verdict, resubmit, reasons, note })
      await notifier.announce(customerId, { kind: 'kyc', id, state: outcome === 'recorded' ? 'under-review' : outcome })
      return ok({ outcome })
    },
    async verifiedName(customerId) {
      const newest = await readNewestSubmission(pool, customerId)
      return newest?.state === 'verified' ? (openDetails(seal, newest)?.name ?? null) : null
    },
  }
}

function caseOf(record: SubmissionRecord, seal: Seal) {
  const { submissionId, country, documentType, sentMs, promisedMs } = record
  const id = String(submissionId)
  return { id, subject: `kyc:${id}`, name: openDetails(seal, record)?.name ?? null, country, documentType, sentMs, promisedMs }
}

function accountOf(accounts: Awaited<ReturnType<typeof readAccounts>>, { customerId }: SubmissionRecord): string {
  return accounts.get(customerId)?.account ?? ''
}

type Facts = Omit<Detail, 'stage' | 'hasDecided' | 'mayDecide' | 'decisions'>

async function factsOf({ pool, seal }: KycReviewDependencies, record: SubmissionRecord): Promise<Facts> {
  const { submissionId, customerId, appealSealed } = record
  const [accounts, photos, sameNumberAccounts, submissions, views] = await Promise.all([
    readAccounts(pool, [customerId]),
    readPhotos(pool, submissionId),
    readSameNumber(pool, submissionId),
    readSubmissionsOf(pool, customerId),
    readPhotoViews(pool, customerId, maxViews),
  ])
  return {
    ...caseOf(record, seal),
    account: accountOf(accounts, record),
    customerId: String(customerId),
    registeredMs: accounts.get(customerId)?.registeredMs ?? 0,
    number: openDetails(seal, record)?.number ?? null,
    ...outcomeOf(record),
    appealText: appealSealed === null ? null : seal.open(appealSealed, appealContext(record)),
    photos,
    sameNumberAccounts,
    earlier: submissions
      .filter((other) => other.submissionId < submissionId)
      .map((other) => ({ id: String(other.submissionId), sentMs: other.sentMs, ...outcomeOf(other) })),
    views: views
      .filter((view) => view.submissionId === submissionId)
      .map(({ operatorName, side, reason, atMs }) => ({ operator: operatorName, photo: side, reason, atMs })),
  }
}

function outcomeOf({ state, decidedMs, resubmit, reasons }: SubmissionRecord) {
  return { state, decidedMs, resubmit, reasons: storedReasons.parse(reasons) }
}
