import type { InputOf, Language, OutputOf, RefusalOf, ownDataFile, ownDataState } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import { idOf } from '../../platform/ids.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import { newObjectId } from '../../platform/vault/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { ConfirmLoginPassword } from '../identity/index.ts'
import { archiveJobOptions, archiveTask } from './archive-job.ts'
import { archiveMeta, findArchive, newestArchive, readTerms, requestArchive } from './archive-store.ts'
import type { Archive } from './archive-store.ts'

type FileRefusal = RefusalOf<typeof ownDataFile> | 'frequent-operations'
type State = OutputOf<typeof ownDataState>

export interface OwnDataDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly confirmLoginPassword: ConfirmLoginPassword
}

/** A customer's copy of the own data. */
export interface OwnDataService {
  state(customerId: bigint): Promise<State>
  /** Asks for a copy, at most one a day. Its README is in this language. */
  request(customerId: bigint, lang: Language): Promise<Result<State, 'limit-reached'>>
  /** The copy as a ZIP file, for a week. */
  file(
    customerId: bigint,
    form: InputOf<typeof ownDataFile>,
  ): Promise<Result<{ readonly body: Buffer; readonly name: string }, FileRefusal>>
}

/** Makes the service. */
export function createOwnDataService(deps: OwnDataDependencies): OwnDataService {
  const { pool } = deps
  const state = async (customerId: bigint): Promise<State> =>
    stateView(await newestArchive(pool, customerId), await readTerms(pool), deps.clock.nowMs())
  return {
    state,
    async request(customerId, lang) {
      const archiveId = await withTransaction(pool, async (client) => {
        const id = await requestArchive(client, { customerId, lang, objectId: newObjectId() })
        if (id !== null) await enqueueJob(client, archiveTask, { archiveId: String(id) }, archiveJobOptions)
        return id
      })
      return archiveId === null ? refuse('limit-reached') : ok(await state(customerId))
    },
    file: (customerId, form) => file(deps, customerId, form),
  }
}

function stateView(
  archive: Archive | null,
  { keptMs, pauseMs }: { readonly keptMs: number; readonly pauseMs: number },
  nowMs: number,
): State {
  if (archive === null) return { copy: null, nextFromMs: null }
  const nextFromMs = archive.requestedMs + pauseMs
  return {
    copy: isKept(archive, keptMs, nowMs)
      ? {
          id: String(archive.archiveId),
          requestedMs: archive.requestedMs,
          readyMs: archive.readyMs,
          bytes: archive.byteCount,
          untilMs: archive.requestedMs + keptMs,
        }
      : null,
    nextFromMs: nextFromMs > nowMs ? nextFromMs : null,
  }
}

function isKept({ requestedMs, isDestroyed }: Archive, keptMs: number, nowMs: number): boolean {
  return !isDestroyed && requestedMs + keptMs > nowMs
}

async function file(
  { pool, clock, vault, confirmLoginPassword }: OwnDataDependencies,
  customerId: bigint,
  form: InputOf<typeof ownDataFile>,
): ReturnType<OwnDataService['file']> {
  const archiveId = idOf(form.id)
  const archive = archiveId === null ? null : await findArchive(pool, archiveId)
  const { keptMs } = await readTerms(pool)
  // Before the password: naming another customer's copy reveals nothing, and costs no attempt.
  if (archive?.customerId !== customerId || archive.readyMs === null || !isKept(archive, keptMs, clock.nowMs()))
    return refuse('not-found')
  const confirmed = await confirmLoginPassword(customerId, form.loginPassword)
  if (!confirmed.ok) return confirmed
  const body = await vault.get(archive.objectId, archiveMeta)
  return body === null ? refuse('not-found') : ok({ body, name: `candor-data-${dayOf(archive.requestedMs)}.zip` })
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}
