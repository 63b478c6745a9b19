import { inviteList, inviteSummary } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { usePages } from '../../shared/records/index.ts'

/** The own code and what it has brought. The socket tells when somebody joins. */
export function useInvitation() {
  return useQuery(queryFor(inviteSummary, {}))
}

/** Who has joined with the own code, newest first. */
export function useInvited() {
  return usePages({
    queryKey: queryKeyOf(inviteList, { pages: 'all' }),
    read: (page, options) => call(inviteList, page, options),
  })
}
