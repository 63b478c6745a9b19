import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CallFailed } from '../api/index.ts'
import type { CallResult } from '../api/index.ts'

const pageSize = 20

/** No cursor yet. */
const firstPage: string | null = null

/** What a list asks for its next page. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string
}

export interface PagesOptions<Item> {
  /** The operation's key with what the list is of: `queryKeyOf(withdrawalList, { pages: 'all' })`. */
  readonly queryKey: readonly unknown[]
  readonly read: (
    request: PageRequest,
    options: { readonly signal: AbortSignal },
  ) => Promise<CallResult<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>>
}

/** A list of the customer, newest first, page by page. `items` is null until the first page is there. */
export function usePages<Item>({ queryKey, read }: PagesOptions<Item>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await read({ limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal })
      if (!answer.ok) throw new CallFailed(answer)
      return answer.value
    },
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
  const pages = query.data?.pages
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? null, [pages])
  return { ...query, items }
}
