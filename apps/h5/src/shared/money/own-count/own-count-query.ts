import { transparencyOwnLiability, userInfo } from '@candor/api'
import { queryOptions } from '@tanstack/react-query'
import { callQuietly, queryClient, queryFor, queryKeyOf } from '../../api/index.ts'
import type { OwnCount } from './own-count.ts'

/** Once a session is enough: there is one count a day. */
const checkedForMs = 3_600_000
/** A log that is late has caught up within seconds, or somebody is at work on it. */
const lateForMs = 30_000

/** The own count, computed on this device. The code that checks it loads with the first check. */
export const ownCountQuery = queryOptions<OwnCount>({
  queryKey: [...queryKeyOf(transparencyOwnLiability), 'checked'],
  staleTime: ({ state }) => (state.data?.state === 'late' ? lateForMs : checkedForMs),
  refetchInterval: ({ state }) => state.data?.state === 'late' && lateForMs,
  queryFn: async () => {
    const [own, user, { ownCount }] = await Promise.all([
      queryClient.fetchQuery(queryFor(transparencyOwnLiability, {}, callQuietly)),
      queryClient.fetchQuery(queryFor(userInfo, {}, callQuietly)),
      import('./own-count.ts'),
    ])
    return ownCount(own, { account: user.id, createdMs: user.createdMs }, async (entry) => {
      const { findLogged } = await import('./own-log.ts')
      return findLogged(entry)
    })
  },
})
