import { transparencyOwnLiability, userInfo } from '@candor/api'
import type { OwnLeavesFile } from '@candor/api'
import { queryOptions } from '@tanstack/react-query'
import { callQuietly, queryClient, queryFor, queryKeyOf } from '../../api/index.ts'
import type { OwnCount } from './own-count.ts'

/** Once a session is enough: there is one count a day. */
const checkedForMs = 3_600_000
/** A log that is late has the entry within its promise of 10 s, or somebody is at work on it. */
const lateForMs = 10_000

/** The file with the own leaves, which the public page of what is owed checks as well; null before the first count. */
export async function ownLeavesText(): Promise<string | null> {
  const [{ snapshot, leaves }, { id: account }] = await Promise.all([
    queryClient.fetchQuery({ ...queryFor(transparencyOwnLiability, {}, callQuietly), staleTime: checkedForMs }),
    queryClient.fetchQuery({ ...queryFor(userInfo, {}, callQuietly), staleTime: checkedForMs }),
  ])
  if (snapshot === null) return null
  const { event, shard, index } = snapshot
  const file: OwnLeavesFile = {
    format: 'candor-own-leaves/1',
    account,
    snapshot: { event, shard, index },
    leaves,
  }
  return JSON.stringify(file)
}

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
