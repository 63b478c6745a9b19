import type { Called } from '@candor/client'
import { queryKeyOf, usePages as usePagesByCursor } from '@candor/client/react'
import type { Page } from '@candor/client/react'
import type * as z from 'zod/mini'
import { call } from './api.ts'

/** Reads a list of an operation page by page. */
export function usePages<Input extends z.core.$ZodType, Item>(
  operation: Called<Input, z.core.$ZodType<Page<Item>>>,
  input: z.input<Input>,
  options: { readonly enabled?: boolean; readonly refetchInterval?: number } = {},
) {
  const query = usePagesByCursor<Item>({
    queryKey: [...queryKeyOf(operation, input), 'pages'],
    read: (cursor, { signal }) =>
      call(operation, cursor === null ? input : Object.assign({}, input, { cursor }), { signal }),
    ...options,
  })
  return {
    data: query.items ?? undefined,
    error: query.error,
    dataUpdatedAt: query.dataUpdatedAt,
    refetch: query.refetch,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}
