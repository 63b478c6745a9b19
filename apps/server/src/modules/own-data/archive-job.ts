import * as z from 'zod/mini'
import type { Logger } from '../../platform/logger.ts'
import type { JobTasks } from '../../platform/jobs.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { Notifier } from '../messages/index.ts'
import { archiveMeta, findArchive, finishArchive, forgetArchive, readArchivesToDestroy } from './archive-store.ts'
import { archiveFiles } from './archive-files.ts'
import { zipOf } from './zip.ts'

export const archiveTask = 'own-data'
/** The last attempt is about an hour after the first. */
export const archiveJobOptions = { maxAttempts: 9 }
const perSweep = 100
const payloadSchema = z.object({ archiveId: z.string().check(z.regex(/^\d{1,18}$/)) })

export interface ArchiveJobDependencies {
  readonly pool: Database
  readonly logger: Logger
  readonly vault: Vault
  readonly notifier: Notifier
}

/** The preparation of copies, and their end. */
export interface ArchiveJob {
  /** Prepares a copy. It can be repeated: a copy that was cut off is written again in its place. */
  readonly tasks: JobTasks
  /** Destroys copies that are no longer kept. */
  sweep(): Promise<void>
}

/** Makes the job. */
export function createArchiveJob(deps: ArchiveJobDependencies): ArchiveJob {
  const { pool, vault } = deps
  return {
    tasks: {
      [archiveTask]: async (payload) => prepare(deps, BigInt(z.parse(payloadSchema, payload).archiveId)),
    },
    async sweep() {
      for (const { archiveId, objectId } of await readArchivesToDestroy(pool, perSweep)) {
        await vault.destroy(objectId)
        await forgetArchive(pool, archiveId)
      }
    },
  }
}

async function prepare({ pool, vault, logger, notifier }: ArchiveJobDependencies, archiveId: bigint): Promise<void> {
  const archive = await findArchive(pool, archiveId)
  if (archive === null || archive.readyMs !== null) return
  if (archive.isDestroyed) return vault.destroy(archive.objectId)
  const bytes = await zipOf(archiveFiles({ pool, logger }, archive))
  await vault.put(bytes, archiveMeta, archive.objectId)
  const messageId = await finishArchive(pool, archiveId, bytes.length)
  if (messageId === null) {
    // It was destroyed meanwhile: what was just stored must not stay.
    const { isDestroyed } = (await findArchive(pool, archiveId)) ?? { isDestroyed: true }
    return isDestroyed ? vault.destroy(archive.objectId) : undefined
  }
  await notifier.announce(archive.customerId, { kind: 'message', id: `m${messageId}`, state: 'data-ready' })
}
