import type { KycSide } from '@candor/api'
import type {
  InputOf,
  OutputOf,
  operatorKycDecide,
  operatorKycDecided,
  operatorKycDetail,
  operatorKycQueue,
} from '@candor/api/operator'
import { pageById } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Seal, Vault } from '../../platform/vault/index.ts'
import { findCustomer } from '../identity/index.ts'
import type { SharedNames } from '../identity/index.ts'
import type { Notifier } from '../messages/index.ts'
import { appealContext, photoKind, storedReasons } from './kyc.ts'
import type { SubmissionRecord, ViewReason } from './kyc.ts'
import { openDetails } from './kyc-service.ts'
import { enqueueRecoveryMails } from './recovery-mail.ts'
import {
  decide,
  openPhoto,
  readAccounts,
  readDecisions,
  readPhotos,
  readQueue,
  readSameNumber,
  readSamePerson,
  withdrawalsHeldUntilMs,
} from './review-store.ts'
import type { Decided, WantedDecision } from './review-store.ts'
import { decideForAllCells } from './shared-document.ts'
import {
  readDecidedSubmissions,
  readNewestSubmission,
  readPhotoViews,
  readSubmissions,
  readSubmissionsOf,
} from './submission-store.ts'

const maxViews = 100

type Detail = OutputOf<typeof operatorKycDetail>
type DecideForm = InputOf<typeof operatorKycDecide>
type Outcome = Decided['outcome']

/**
 * The identity check as operators use it. Each function fails with the SQLSTATEs of a session that is not good enough.
 */
export interface KycReview {
  queue(secret: string, limit: number): Promise<OutputOf<typeof operatorKycQueue>>
  /** Submissions that were decided, the newest first. */
  decided(wanted: InputOf<typeof operatorKycDecided>): Promise<OutputOf<typeof operatorKycDecided>>
  detail(secret: string, submissionId: bigint): Promise<Result<Detail, 'not-found'>>
  /** A photo as WebP. That it was opened is written down first. */
  photo(
    secret: string,
    wanted: { submissionId: bigint; side: KycSide; reason: ViewReason },
  ): Promise<Result<Buffer, 'not-found'>>
  /** Refused as `system-timeout`, and nothing is stored, while it is unknown whether another cell has the number. */
  decide(secret: string, form: DecideForm): Promise<Result<{ outcome: Outcome }, 'not-found' | 'system-timeout'>>
  /** The name on a customer's verified document; null while unverified. Callers must record its use. */
  verifiedName(customerId: bigint): Promise<string | null>
}

export interface KycReviewDependencies {
  readonly pool: Database
  readonly vault: Vault
  readonly seal: Seal
  readonly notifier: Notifier
  /** Publishes that all sessions of a customer have ended, after the commit. */
  endSessions(customerId: bigint): void
  /** The names that all cells share; null or absent where this is the only one. */
  readonly sharedNames?: SharedNames | null
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
        if (record === undefined) return []
        const name = openDetails(seal, record)?.name ?? null
        return [{ ...caseOf(record), name, account: accountOf(accounts, record), ...turn }]
      })
      return { items }
    },
    decided: (wanted) => decidedPage(deps, wanted),
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
      const [record] = await readSubmissions(pool, [BigInt(id)])
      if (record === undefined) return refuse('not-found')
      const wanted = { submissionId: record.submissionId, verdict, resubmit, reasons, note }
      if (record.recoveryEmail !== null)
        return ok({ outcome: await decideRecovery(deps, secret, { ...record, to: record.recoveryEmail }, wanted) })
      const decided = await decideForAllCells(deps, secret, wanted)
      if (!decided.ok) return decided
      const { outcome, customerId } = decided.value
      await notifier.announce(customerId, { kind: 'kyc', id, state: outcome === 'recorded' ? 'under-review' : outcome })
      return ok({ outcome })
    },
    async verifiedName(customerId) {
      const newest = await readNewestSubmission(pool, customerId)
      return newest?.state === 'verified' ? (openDetails(seal, newest)?.name ?? null) : null
    },
  }
}

async function decidedPage(
  { pool }: KycReviewDependencies,
  wanted: InputOf<typeof operatorKycDecided>,
): ReturnType<KycReview['decided']> {
  return pageById(wanted, {
    async read(belowId, limit) {
      const records = await readDecidedSubmissions(pool, belowId, limit)
      const accounts = await readAccounts(
        pool,
        records.map(({ customerId }) => customerId),
      )
      return records.map((record) => ({ record, account: accountOf(accounts, record) }))
    },
    idOf: ({ record }) => record.submissionId,
    viewOf: ({ record, account }) => ({
      ...caseOf(record),
      account,
      state: record.state === 'verified' ? 'verified' : 'rejected',
      decidedMs: record.decidedMs,
    }),
  })
}

/** Decides a recovery. When it ends, the mailboxes are informed in the same transaction. */
async function decideRecovery(
  { pool, notifier, endSessions, sharedNames = null }: KycReviewDependencies,
  secret: string,
  { submissionId, customerId, to }: Pick<SubmissionRecord, 'submissionId' | 'customerId'> & { readonly to: string },
  wanted: WantedDecision,
): Promise<Outcome> {
  let from: string | null = null
  const outcome = await withTransaction(pool, async (client) => {
    const customer = await findCustomer(client, customerId)
    if (customer === null) throw new Error('a recovery belongs to no customer')
    from = customer.email
    const decided = await decide(client, secret, wanted)
    if (decided.outcome === 'recorded') return decided.outcome
    const heldUntilMs = decided.outcome === 'verified' ? await withdrawalsHeldUntilMs(client, customerId) : null
    await enqueueRecoveryMails(client, { customerId, lang: customer.lang, from: customer.email, to, heldUntilMs })
    return decided.outcome
  })
  if (outcome === 'verified') {
    endSessions(customerId)
    await sharedNames?.follow(customerId, { kind: 'email', from, to })
  }
  if (outcome !== 'recorded')
    await notifier.announce(customerId, { kind: 'security', id: String(submissionId), state: outcome })
  return outcome
}

function caseOf({ submissionId, country, documentType, sentMs, promisedMs, recoveryEmail }: SubmissionRecord) {
  const id = String(submissionId)
  return {
    id,
    subject: `kyc:${id}`,
    country,
    documentType,
    sentMs,
    promisedMs,
    isRecovery: recoveryEmail !== null,
  }
}

function accountOf(accounts: Awaited<ReturnType<typeof readAccounts>>, { customerId }: SubmissionRecord): string {
  return accounts.get(customerId)?.account ?? ''
}

type Facts = Omit<Detail, 'stage' | 'hasDecided' | 'mayDecide' | 'decisions'>

async function factsOf({ pool, seal }: KycReviewDependencies, record: SubmissionRecord): Promise<Facts> {
  const { submissionId, customerId, appealSealed } = record
  const [accounts, photos, sameNumberAccounts, samePersonAccounts, submissions, views, recovery] = await Promise.all([
    readAccounts(pool, [customerId]),
    readPhotos(pool, submissionId),
    readSameNumber(pool, submissionId),
    readSamePerson(pool, submissionId),
    readSubmissionsOf(pool, customerId),
    readPhotoViews(pool, customerId, maxViews),
    recoveryOf(pool, record, seal),
  ])
  const details = openDetails(seal, record)
  return {
    ...caseOf(record),
    name: details?.name ?? null,
    account: accountOf(accounts, record),
    customerId: String(customerId),
    registeredMs: accounts.get(customerId)?.registeredMs ?? 0,
    number: details?.number ?? null,
    birthDate: details?.birthDate ?? null,
    ...outcomeOf(record),
    recovery,
    appealText: appealSealed === null ? null : seal.open(appealSealed, appealContext(record)),
    photos,
    sameNumberAccounts,
    samePersonAccounts,
    earlier: submissions
      .filter((other) => other.submissionId < submissionId)
      .map((other) => ({ id: String(other.submissionId), sentMs: other.sentMs, ...outcomeOf(other) })),
    views: views
      .filter((view) => view.submissionId === submissionId)
      .map(({ operatorName, side, reason, atMs }) => ({ operator: operatorName, photo: side, reason, atMs })),
  }
}

/** A recovery's request and the account's verified data; null in an identity check. */
async function recoveryOf(
  pool: Database,
  { customerId, recoveryEmail }: SubmissionRecord,
  seal: Seal,
): Promise<Detail['recovery']> {
  if (recoveryEmail === null) return null
  const [customer, verified] = await Promise.all([
    findCustomer(pool, customerId),
    readNewestSubmission(pool, customerId),
  ])
  return {
    email: recoveryEmail,
    currentEmail: customer?.email ?? null,
    verifiedName: verified === null ? null : (openDetails(seal, verified)?.name ?? null),
    verifiedMs: verified?.decidedMs ?? null,
  }
}

function outcomeOf({ state, decidedMs, resubmit, reasons }: SubmissionRecord) {
  return { state, decidedMs, resubmit, reasons: storedReasons.parse(reasons) }
}
