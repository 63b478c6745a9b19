import type { OutputOf } from '@candor/api/operator'
import { operatorSupportDesk } from '@candor/api/operator/support'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import { useAlarm, useMuted } from './alarm.ts'
import { useNewConversations } from './new-conversations.ts'
import { overdueCount } from './support-model.ts'

/** The agent desk's current data. */
export type AgentDesk = OutputOf<typeof operatorSupportDesk>

const openMs = 1_500
const elsewhereMs = 10_000

/** The agent desk, polled even while its tab is in the background: customers are waiting. */
export function useAgentDesk() {
  return useQuery({ ...queryFor(operatorSupportDesk, {}), refetchInterval: openMs, refetchIntervalInBackground: true })
}

/**
 * The number of customers waiting for an agent: the queue, and own customers awaiting a reply. Rings on any console
 * screen of an agent on duty, once for each new conversation, and again and again while one waits too long.
 */
export function useSupportCount(): number | null {
  const may = useMay(operatorSupportDesk.access) === true
  const { data } = useQuery({
    ...queryFor(operatorSupportDesk, {}),
    enabled: may,
    refetchInterval: elsewhereMs,
    refetchIntervalInBackground: true,
  })
  const isMuted = useMuted()
  const overdue = data === undefined ? 0 : overdueCount([...data.queue, ...data.own])
  useAlarm(may && data?.isOnDuty === true && overdue > 0 && !isMuted)
  useNewConversations(may ? data : undefined)
  if (data === undefined) return null
  return data.waitingCount + data.own.filter(({ waitingSinceMs }) => waitingSinceMs !== null).length
}
