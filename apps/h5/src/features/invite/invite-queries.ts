import { inviteList, inviteSummary } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useWholeList } from '../../shared/page/records/index.ts'

/** The customer's code and its results. The socket reports new invitees. */
export function useInvitation() {
  return useQuery(queryFor(inviteSummary, {}))
}

/** The customer's invitees, newest first. */
export function useInvited() {
  return useWholeList(inviteList)
}
