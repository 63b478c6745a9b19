import { useEffect } from 'react'
import { operatorSupportHistory } from '@candor/api/operator/support'
import type { SupportMessage } from '@candor/api/support'
import { useQuery } from '@tanstack/react-query'
import { call, CallFailed, queryClient } from '../../shared/api/index.ts'
import { knownUpTo, mergedMessages } from './support-model.ts'

const pageSize = 50
const keyOf = (id: string) => [operatorSupportHistory.path, id] as const

type Thread = readonly SupportMessage[]

/** The messages of a conversation: newest first, and later ones as soon as `newestSeq` grows. */
export function useThread(id: string, newestSeq: number) {
  const query = useQuery<Thread, CallFailed>({
    queryKey: keyOf(id),
    queryFn: () => readNewer(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, refetch, isFetching } = query
  const isBehind = data !== undefined && knownUpTo(data) < Math.max(newestSeq, data.at(-1)?.seq ?? 0)
  useEffect(() => {
    if (isBehind && !isFetching) void refetch()
  }, [isBehind, isFetching, refetch])
  return query
}

/** Everything after the known messages; without any, the newest page. */
async function readNewer(id: string): Promise<Thread> {
  let known = queryClient.getQueryData<Thread>(keyOf(id)) ?? []
  for (;;) {
    const isFirst = known.length === 0
    const { items, hasMore } = await read({ id, ...(isFirst ? {} : { afterSeq: knownUpTo(known) }), limit: pageSize })
    // Messages sent meanwhile are known by now.
    known = mergedMessages(queryClient.getQueryData<Thread>(keyOf(id)) ?? [], mergedMessages(known, items))
    if (isFirst || !hasMore) return known
  }
}

/** Fetches the page before the oldest known message. */
export async function readOlder(id: string, beforeSeq: number): Promise<void> {
  const { items } = await read({ id, beforeSeq, limit: pageSize })
  addToThread(id, items)
}

/** Adds messages received another way: as the response to sending. */
export function addToThread(id: string, messages: Thread): void {
  queryClient.setQueryData<Thread>(keyOf(id), (known = []) => mergedMessages(known, messages))
}

async function read(input: { id: string; beforeSeq?: number; afterSeq?: number; limit: number }) {
  const result = await call(operatorSupportHistory, input)
  if (!result.ok) throw new CallFailed(result)
  return result.value
}
