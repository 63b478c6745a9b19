import type { Page } from '@candor/client/react'
import { usePages as usePagesByCursor } from '@candor/client/react'
import type { CallResult } from '../../api/index.ts'

const pageSize = 20

/** The request for one page. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string
}

export interface PagesOptions<Item> {
  /** The operation's key with the list's filter: `queryKeyOf(withdrawalList, { pages: 'all' })`. */
  readonly queryKey: readonly unknown[]
  readonly read: (request: PageRequest, options: { readonly signal: AbortSignal }) => Promise<CallResult<Page<Item>>>
}

/** A list of the customer, newest first, page by page. `items` is null before the first page. */
export function usePages<Item>({ queryKey, read }: PagesOptions<Item>) {
  return usePagesByCursor({
    queryKey,
    read: (cursor, options) => read({ limit: pageSize, ...(cursor === null ? {} : { cursor }) }, options),
  })
}
