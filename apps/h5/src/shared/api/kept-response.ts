import type { Called } from '@candor/client'
import type * as z from 'zod/mini'
import { queryClient, queryFor } from './queries.ts'

/** Keeps a response that came by another call. */
export function keepResponse<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
  response: z.output<Output>,
): void {
  queryClient.setQueryData(queryFor(operation, input).queryKey, response)
}
