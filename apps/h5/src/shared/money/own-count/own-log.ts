import { transparencyCheckpoints } from '@candor/api'
import type { FoundEntry } from '@candor/proof'
import { callQuietly, queryClient, queryFor } from '../../api/index.ts'
import { readLogFile } from './log-files.ts'
import { findInEventsLog } from './published-log.ts'
import type { LoggedEntry } from './published-log.ts'

/** Looks an entry up in the log of events of this server. */
export async function findLogged(entry: LoggedEntry): Promise<FoundEntry> {
  const shards = await queryClient.fetchQuery(queryFor(transparencyCheckpoints, {}, callQuietly))
  return findInEventsLog(entry, shards, readLogFile)
}
