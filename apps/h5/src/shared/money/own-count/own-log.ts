import { transparencyCheckpoints } from '@candor/api'
import { findInEventsLog } from '@candor/proof'
import type { FoundEntry, LoggedEntry } from '@candor/proof'
import { callQuietly, queryClient, queryFor } from '../../api/index.ts'
import { readLogFile } from './log-files.ts'

/** Looks an entry up in the log of events of this server. */
export async function findLogged(entry: LoggedEntry): Promise<FoundEntry> {
  const shards = await queryClient.fetchQuery(queryFor(transparencyCheckpoints, {}, callQuietly))
  return findInEventsLog(entry, shards, readLogFile)
}
