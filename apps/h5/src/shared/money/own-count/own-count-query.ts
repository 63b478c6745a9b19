import { transparencyOwnLiability, userInfo } from '@candor/api'
import { queryOptions } from '@tanstack/react-query'
import { callQuietly, queryClient, queryFor, queryKeyOf } from '../../api/index.ts'
import type { OwnCount } from './own-count.ts'

/** Once a session is enough: there is one count a day. */
const staleTime = 3_600_000

/** The own count, computed on this device. The code that checks it loads with the first check. */
export const ownCountQuery = queryOptions<OwnCount>({
  queryKey: [...queryKeyOf(transparencyOwnLiability), 'checked'],
  staleTime,
  queryFn: async () => {
    const [own, user, { ownCount }] = await Promise.all([
      queryClient.fetchQuery(queryFor(transparencyOwnLiability, {}, callQuietly)),
      queryClient.fetchQuery(queryFor(userInfo, {}, callQuietly)),
      import('./own-count.ts'),
    ])
    return ownCount(own, { account: user.id, createdMs: user.createdMs })
  },
})
