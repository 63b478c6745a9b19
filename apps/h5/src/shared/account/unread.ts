import { messageUnread, mostCountedUnread } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { callQuietly, queryFor } from '../api/index.ts'
import { formatCount } from '../format/index.ts'

/** The socket tells of what concerns the customer; an announcement to everybody is found by asking. */
const askEveryMs = 60_000

/** How many messages of the customer are unread, at most `mostCountedUnread`; undefined while unknown. For who is signed in. */
export function useUnread(): number | undefined {
  return useQuery({ ...queryFor(messageUnread, {}, callQuietly), refetchInterval: askEveryMs }).data?.count
}

/** "7", or "100+" from where the server stops counting. */
export function unreadText(locale: string, count: number): string {
  return count < mostCountedUnread ? formatCount(locale, count) : `${formatCount(locale, mostCountedUnread)}+`
}
