import { useEffect } from 'react'
import { messageDetail, messageList, messageReadAll, messageUnread } from '@candor/api'
import type { MessageGroup } from '@candor/api'
import { showToast } from '@candor/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, CallFailed, invalidate, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { usePages } from '../../shared/page/records/index.ts'

/** The inbox, newest first, of all groups or of one. */
export function useMessages(group: MessageGroup | null) {
  return usePages({
    queryKey: queryKeyOf(messageList, { group, pages: 'all' }),
    read: (page, options) => call(messageList, { ...page, ...(group === null ? {} : { group }) }, options),
  })
}

/** One message. Fetching it marks it as read, so the unread count is refetched. */
export function useMessage(id: string) {
  const message = useQuery(queryFor(messageDetail, { id }))
  const isRead = message.data !== undefined
  useEffect(() => {
    if (isRead) refreshInbox()
  }, [id, isRead])
  return message
}

/** Marks everything as read. */
export function useReadAll() {
  return useMutation({
    mutationFn: async () => {
      const answer = await call(messageReadAll, {})
      if (!answer.ok) throw new CallFailed(answer)
    },
    onSuccess: refreshInbox,
    onError: (error) => {
      // A lost network is already reported.
      if (error instanceof CallFailed && error.failure.error !== 'network') showToast('refused', error.failure.msg)
    },
  })
}

function refreshInbox(): void {
  invalidate(messageList, messageUnread)
}
