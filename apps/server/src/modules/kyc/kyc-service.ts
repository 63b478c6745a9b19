import { createHash } from 'node:crypto'
import type {
  InputOf,
  kycAccess,
  KycReason,
  KycSide,
  kycStateOf,
  kycSubmit,
  KycSubmissionView,
  OutputOf,
} from '@candor/api'
import { isOfAge, plainNumber, sidesOf } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Seal } from '../../platform/vault/index.ts'
import type { SharedNames } from '../identity/index.ts'
import type { Notifier } from '../messages/index.ts'
import { appealContext, detailsContext, maySubmit, storedReasons, submissionDetails, submissionView } from './kyc.ts'
import type { Resubmit, SubmissionRecord } from './kyc.ts'
import type { DocumentPhotos, PhotoRefusal, SentPhoto } from './photo-service.ts'
import { plainName } from './plain-name.ts'
import {
  acknowledge,
  appeal,
  checkSubmission,
  findNumberHash,
  findPersonHash,
  readNewestSubmission,
  readPhotoViews,
  readState,
  submit,
} from './submission-store.ts'
import type { SubmissionOutcome } from './submission-store.ts'

const maxViews = 100

type Form = InputOf<typeof kycSubmit>
type SubmitRefusal =
  | Exclude<SubmissionOutcome, 'submitted' | 'repeat'>
  | PhotoRefusal
  | 'country-not-served'
  | 'under-age'
  | 'system-timeout'

/** A decision that its customer has not acknowledged. */
export interface WaitingDecision {
  readonly id: string
  readonly decidedMs: number
  readonly resubmit: Resubmit | null
  readonly reasons: KycReason[]
}

/** The identity check as customers use it. */
export interface KycService {
  state(customerId: bigint): Promise<OutputOf<typeof kycStateOf>>
  submit(customerId: bigint, form: Form): Promise<Result<KycSubmissionView, SubmitRefusal>>
  appeal(
    customerId: bigint,
    form: { requestId: string; text: string },
  ): Promise<Result<KycSubmissionView, 'not-allowed'>>
  access(customerId: bigint): Promise<OutputOf<typeof kycAccess>>
  /** The newest decision, where it was this one and is not acknowledged yet. */
  waiting(customerId: bigint, state: 'verified' | 'rejected'): Promise<WaitingDecision | null>
  acknowledge(customerId: bigint, state: 'verified' | 'rejected'): Promise<void>
}

export interface KycDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly photos: DocumentPhotos
  readonly seal: Seal
  readonly notifier: Notifier
  /** The key of the hashes that recognise repeated numbers, persons and submissions. */
  readonly secret: string
  /** The countries whose customers are served, by their two letters; all if absent or empty. */
  readonly countries?: readonly string[]
  /** Earlier keys: numbers and persons that are known under one of them keep their hash. */
  readonly formerSecrets: readonly string[]
  /** The names that all cells share; null or absent where this is the only one. */
  readonly sharedNames?: SharedNames | null
}

/** Whether customers of a country are served. */
function isServed(countries: readonly string[] | undefined, country: string): boolean {
  return countries === undefined || countries.length === 0 || countries.includes(country)
}

/** Makes the service. */
export function createKycService(deps: KycDependencies): KycService {
  const { pool, seal, notifier } = deps
  const inTurn = createTurns()
  const viewOf = (record: SubmissionRecord) => submissionView(record, openDetails(seal, record))
  const newestView = async (customerId: bigint) => {
    const newest = await readNewestSubmission(pool, customerId)
    if (newest === null) throw new Error('a submission is gone')
    await notifier.announce(customerId, { kind: 'kyc', id: String(newest.submissionId), state: newest.state })
    return viewOf(newest)
  }
  return {
    async state(customerId) {
      const { state, promiseMs, newest } = await readState(pool, customerId)
      return {
        state,
        promiseMs,
        maySubmit: maySubmit(state, newest),
        submission: newest === null ? null : viewOf(newest),
      }
    },
    submit: (customerId, form) =>
      inTurn(customerId, async () => {
        const taken = await takeSubmission(deps, customerId, form)
        return taken.ok ? ok(await newestView(customerId)) : taken
      }),
    async appeal(customerId, { requestId, text }) {
      const newest = await readNewestSubmission(pool, customerId)
      if (newest === null) return refuse('not-allowed')
      const appealSealed = seal.close(text, appealContext({ customerId, requestId: newest.requestId }))
      const answer = await appeal(pool, { customerId, requestId, appealSealed })
      return answer === 'not-allowed' ? refuse(answer) : ok(await newestView(customerId))
    },
    async access(customerId) {
      const views = await readPhotoViews(pool, customerId, maxViews)
      const viewers = [...new Set(views.map(({ operatorId }) => operatorId).toReversed())]
      return {
        items: views.map(({ viewId, atMs, side, reason, operatorId, isSandboxReviewer }) => ({
          id: String(viewId),
          atMs,
          photo: side,
          reason,
          viewer: viewers.indexOf(operatorId) + 1,
          isSandboxReviewer,
        })),
      }
    },
    async waiting(customerId, state) {
      const newest = await readNewestSubmission(pool, customerId)
      if (newest?.state !== state || newest.isAcknowledged || newest.decidedMs === null) return null
      const { submissionId, decidedMs, resubmit, reasons } = newest
      return { id: String(submissionId), decidedMs, resubmit, reasons: storedReasons.parse(reasons) }
    },
    acknowledge: (customerId, state) => acknowledge(pool, customerId, state),
  }
}

/** The customer's entries, or null once deleted. */
export function openDetails(seal: Seal, record: SubmissionRecord) {
  if (record.detailsSealed === null) return null
  return submissionDetails.parse(JSON.parse(seal.open(record.detailsSealed, detailsContext(record))))
}

/**
 * Asks the database first: a submission that it would refuse is never decoded. Asks again with the photos, because
 * another submission may have come first.
 */
async function takeSubmission(
  deps: KycDependencies,
  customerId: bigint,
  form: Form,
): Promise<Result<null, SubmitRefusal>> {
  const { pool, clock, photos, seal } = deps
  const { requestId, country, documentType, name, number, birthDate } = form
  if (!isServed(deps.countries, country)) return refuse('country-not-served')
  if (!isOfAge(birthDate, clock.nowMs())) return refuse('under-age')
  const sent = await sentPhotos(form)
  const claim = { customerId, requestId, ...(await hashesOf(deps, form, sent)) }
  const before = await checkSubmission(pool, claim)
  if (before === 'repeat') return ok(null)
  if (before !== 'may-submit') return refuse(before)
  const isTaken = (await deps.sharedNames?.isDocumentTaken(customerId, claim.numberHash)) ?? false
  if (isTaken !== false) return refuse(isTaken === 'unknown' ? 'system-timeout' : 'id-number-taken')
  const stored = await photos.store(sent)
  if (!stored.ok) return stored
  const details = JSON.stringify({ name, number, birthDate })
  const detailsSealed = seal.close(details, detailsContext({ customerId, requestId }))
  const personHash = await knownHash(deps, form, findPersonHash, personHashOf)
  const answer = await submit(pool, { ...claim, country, documentType, detailsSealed, personHash }, stored.value)
  if (answer === 'submitted') return ok(null)
  await photos.discard(stored.value)
  return answer === 'repeat' ? ok(null) : refuse(answer)
}

/** The photos of a document, as they were sent; a side that the document does not need is left out. */
export async function sentPhotos(form: Pick<Form, 'documentType' | KycSide>): Promise<SentPhoto[]> {
  const sides = sidesOf(form.documentType)
  const files = sides.map(async (side): Promise<SentPhoto[]> => {
    const file = form[side]
    return file === undefined ? [] : [{ side, bytes: new Uint8Array(await file.arrayBuffer()) }]
  })
  return (await Promise.all(files)).flat()
}

/** A recovery has no birth date. */
type HashedFields = Pick<Form, 'country' | 'documentType' | 'name' | 'number'> & Partial<Pick<Form, 'birthDate'>>

/** Keyed, because names and birth dates can be guessed from a plain hash. */
export function personHashOf(secret: string, { name, birthDate }: { name: string; birthDate: string }): Buffer {
  return keyedHash(secret, 'kyc person', plainName(name), birthDate)
}

/** Both keyed: neither can be guessed from a copy of the database, as numbers are short. */
export async function hashesOf(
  deps: Keyed,
  { country, documentType, name, number, birthDate = '' }: HashedFields,
  sent: readonly SentPhoto[],
) {
  const plain = plainNumber(number)
  const photoHashes = sent.map(({ side, bytes }) => `${side} ${createHash('sha256').update(bytes).digest('hex')}`)
  return {
    numberHash: await knownHash(deps, { country, number }, findNumberHash, numberHashOf),
    fingerprint: keyedHash(
      deps.secret,
      'kyc submission',
      country,
      documentType,
      name,
      plain,
      birthDate,
      ...photoHashes,
    ),
  }
}

type Keyed = Pick<KycDependencies, 'pool' | 'secret' | 'formerSecrets'>

/**
 * The hash under the present key, or under a former one where it is known by that: texts that have been deleted cannot
 * be hashed again, and must be recognised all the same.
 */
async function knownHash<T>(
  { pool, secret, formerSecrets }: Keyed,
  value: T,
  find: (pool: Database, hashes: readonly Buffer[]) => Promise<Buffer | null>,
  hashOf: (key: string, value: T) => Buffer,
): Promise<Buffer> {
  const former = formerSecrets.map((key) => hashOf(key, value))
  const known = former.length === 0 ? null : await find(pool, former)
  return known ?? hashOf(secret, value)
}

/** Recognises a document's number, however it is written. */
export function numberHashOf(secret: string, { country, number }: { country: string; number: string }): Buffer {
  return keyedHash(secret, 'kyc number', country, plainNumber(number))
}

/** Serialises a customer's submissions in order of arrival: the second one sees the first one's outcome. */
function createTurns() {
  const last = new Map<bigint, Promise<unknown>>()
  return async <T>(customerId: bigint, work: () => Promise<T>): Promise<T> => {
    const before = last.get(customerId) ?? Promise.resolve()
    const own = before.then(work, work)
    last.set(customerId, own)
    try {
      return await own
    } finally {
      if (last.get(customerId) === own) last.delete(customerId)
    }
  }
}
