import { messageUnread, mostCountedUnread } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { callQuietly, queryFor } from '../api/index.ts'
import { formatCount } from '../i18n/index.ts'

/** The socket reports the customer's own messages; polling finds announcements. */
const askEveryMs = 60_000

/** The customer's unread messages, at most `mostCountedUnread`; undefined while unknown. For signed-in customers. */
export function useUnread(): number | undefined {
  return useQuery({ ...queryFor(messageUnread, {}, callQuietly), refetchInterval: askEveryMs }).data?.count
}

/** "7", or "100+" from where the server stops counting. */
export function unreadText(locale: string, count: number): string {
  return count < mostCountedUnread ? formatCount(locale, count) : `${formatCount(locale, mostCountedUnread)}+`
}
