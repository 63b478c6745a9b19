import { inviteList, inviteSummary } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { usePages } from '../../shared/page/records/index.ts'

/** The customer's code and its results. The socket reports new invitees. */
export function useInvitation() {
  return useQuery(queryFor(inviteSummary, {}))
}

/** The customer's invitees, newest first. */
export function useInvited() {
  return usePages({
    queryKey: queryKeyOf(inviteList, { pages: 'all' }),
    read: (page, options) => call(inviteList, page, options),
  })
}
