import type { Call, Called } from '@candor/client'
import { queryKeyOf, queryOf } from '@candor/client/react'
import { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from './app-call.ts'

export { queryKeyOf }

/**
 * Query options of an operation: `useQuery(queryFor(walletAssets, {}))`, with `callQuietly` for calls that the app
 * makes by itself.
 */
export function queryFor<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
  send: Call = call,
) {
  return queryOf(send, operation, input)
}

/** The cache of server state. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, refetchOnWindowFocus: true, retry: false },
  },
})

/** Marks what operations have returned as outdated: what a screen shows of it is read again. */
export function invalidate(...operations: readonly { readonly path: string }[]): void {
  for (const operation of operations) void queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })
}
