import type { Operation, RefusalName } from '@candor/api'
import { CallFailed } from '@candor/api/call'
import type { Call } from '@candor/api/call'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from './app-call.ts'

/** The cache key of an operation with its input; without an input, the prefix of all its entries. */
export function queryKeyOf(operation: { readonly path: string }, input?: unknown): readonly unknown[] {
  return input === undefined ? [operation.path] : [operation.path, input]
}

/** Query options of an operation: `useQuery(queryFor(walletAssets, {}))`, with `callQuietly` for what nobody asked for. Errors are `CallFailed`. */
export function queryFor<Input extends z.core.$ZodType, Output extends z.core.$ZodType, Refusal extends RefusalName>(
  operation: Operation<Input, Output, Refusal>,
  input: z.input<Input>,
  ask: Call = call,
) {
  return queryOptions<z.output<Output>, CallFailed>({
    queryKey: queryKeyOf(operation, input),
    queryFn: async ({ signal }) => {
      const result = await ask(operation, input, { signal })
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
  })
}

/** The one cache of server state. A refusal is an answer and not repeated; a lost network is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => error instanceof CallFailed && error.failure.error === 'network' && failures < 2,
    },
  },
})
