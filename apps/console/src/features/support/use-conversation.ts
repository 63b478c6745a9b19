import { operatorSupportConversation } from '@candor/api/operator/support'
import type { SupportConversation } from '@candor/api/operator/support'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'

/**
 * One conversation with its notes and ratings. Opening another agent's is recorded: it is fetched once, and not polled.
 */
export function useConversation(id: string, known: SupportConversation | undefined) {
  const isOwn = known?.agent?.isOwn === true
  return useQuery({
    ...queryFor(operatorSupportConversation, { id }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isOwn ? 10_000 : false,
  })
}
