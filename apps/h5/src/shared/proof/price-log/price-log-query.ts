import { transparencyCheckpoints } from '@candor/api'
import { queryOptions } from '@tanstack/react-query'
import { callQuietly, queryClient, queryFor, queryKeyOf } from '../../api/index.ts'
import { keyFileQuery } from '../acceptance/index.ts'
import { readEveryMs } from './price-log-model.ts'
import type { LogHead } from './price-log-model.ts'

/** The newest head of the log of prices, verified on this device. The code that verifies loads with the first one. */
export const priceLogQuery = queryOptions<LogHead | null>({
  queryKey: [...queryKeyOf(transparencyCheckpoints), 'verified'],
  staleTime: 0,
  refetchInterval: readEveryMs,
  queryFn: async () => {
    const [checkpoints, keyFile, { openHead }, { ownKeys }] = await Promise.all([
      queryClient.fetchQuery({ ...queryFor(transparencyCheckpoints, {}, callQuietly), staleTime: 0 }),
      queryClient.fetchQuery(keyFileQuery),
      import('./open-head.ts'),
      import('../acceptance/own-keys.ts'),
    ])
    const keys = keyFile === null ? null : await ownKeys(keyFile)
    return openHead(checkpoints, keys?.trusted.ticks ?? [])
  },
})
