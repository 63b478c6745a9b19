import { useMemo } from 'react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { CallFailed } from '../call.ts'
import type { CallResult } from '../call.ts'

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

export interface PagesOptions<Item> {
  readonly queryKey: readonly unknown[]
  /** Reads the page after a cursor; null reads the first page. */
  readonly read: (cursor: string | null, options: { readonly signal: AbortSignal }) => Promise<CallResult<Page<Item>>>
  readonly enabled?: boolean
  readonly refetchInterval?: number
}

/** Query options of a list that is read page by page. */
export function pagesQuery<Item>({ queryKey, read, ...options }: PagesOptions<Item>) {
  return infiniteQueryOptions<Page<Item>, CallFailed, { pages: Page<Item>[] }, readonly unknown[], string | null>({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const result = await read(pageParam, { signal })
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...options,
  })
}

/** Reads a list page by page. `items` holds the items of all pages so far, null before the first page. */
export function usePages<Item>(options: PagesOptions<Item>) {
  const query = useInfiniteQuery(pagesQuery(options))
  const pages = query.data?.pages
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? null, [pages])
  return { ...query, items }
}
