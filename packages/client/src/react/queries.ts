import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { CallFailed } from '../call.ts'
import type { Call, Called } from '../call.ts'

/** The cache key of an operation with its input; without an input, the prefix of all its entries. */
export function queryKeyOf(operation: { readonly path: string }, input?: unknown): readonly unknown[] {
  return input === undefined ? [operation.path] : [operation.path, input]
}

/** Query options of an operation. Errors are `CallFailed`. */
export function queryOf<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  call: Call,
  operation: Called<Input, Output>,
  input: z.input<Input>,
) {
  return queryOptions<z.output<Output>, CallFailed>({
    queryKey: queryKeyOf(operation, input),
    queryFn: async ({ signal }) => {
      const result = await call(operation, input, { signal })
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
  })
}
