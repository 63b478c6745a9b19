import type { Called } from '@candor/client'
import type { Page } from '@candor/client/react'
import { usePages as usePagesByCursor } from '@candor/client/react'
import type * as z from 'zod/mini'
import { call, queryKeyOf } from '../../api/index.ts'
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

/** The input of every list. */
interface ListInput {
  readonly limit?: string | number | undefined
  readonly cursor?: string | undefined
}

/** All items of a list, without a filter. */
export function useWholeList<Item>(
  operation: Called<z.core.$ZodType<unknown, ListInput>, z.core.$ZodType<Page<Item>>>,
) {
  return usePages({
    queryKey: queryKeyOf(operation, { pages: 'all' }),
    read: (page, options) => call(operation, page, options),
  })
}
