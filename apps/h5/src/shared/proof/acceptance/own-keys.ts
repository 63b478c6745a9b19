import { transparencyCheckpoints } from '@candor/api'
import { callQuietly, queryClient, queryFor } from '../../api/index.ts'
import { followKeys } from './announced-keys.ts'
import { knownKeys } from './known-keys.ts'
import { publicFile } from './public-files.ts'
import type { TrustedKeys } from './trusted-keys.ts'

/** The keys by which this device verifies, with those that the log announces; null for a file that is not one. */
export function ownKeys(keyFile: string): Promise<TrustedKeys | null> {
  const checkpoints = { ...queryFor(transparencyCheckpoints, {}, callQuietly), staleTime: 0 }
  return followKeys(
    { known: knownKeys.get(), shown: keyFile },
    {
      readAnnounced: async () => (await queryClient.fetchQuery(checkpoints)).announced,
      readLog: (path) => publicFile(`/log/${path}`),
    },
  )
}
