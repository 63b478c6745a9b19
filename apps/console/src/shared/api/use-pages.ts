import { CallFailed } from '@candor/api/call'
import type { Called } from '@candor/api/call'
import { useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from './api.ts'

interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Reads a list page by page: all items so far, whether there are more, and how to get them. */
export function usePages<Input extends z.core.$ZodType, Item>(
  operation: Called<Input, z.core.$ZodType<PageOf<Item>>>,
  input: z.input<Input>,
  options: { readonly enabled?: boolean; readonly refetchInterval?: number } = {},
) {
  const query = useInfiniteQuery<
    PageOf<Item>,
    CallFailed,
    { pages: PageOf<Item>[] },
    readonly unknown[],
    string | null
  >({
    queryKey: [operation.path, input, 'pages'],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }) => {
      const form = pageParam === null ? input : Object.assign({}, input, { cursor: pageParam })
      const result = await call(operation, form, { signal })
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
    getNextPageParam: (last) => last.nextCursor,
    ...options,
  })
  return {
    data: query.data?.pages.flatMap(({ items }) => items),
    error: query.error,
    dataUpdatedAt: query.dataUpdatedAt,
    refetch: query.refetch,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}
