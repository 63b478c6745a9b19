import type { Called } from '@candor/client'
import type * as z from 'zod/mini'
import { queryClient, queryFor } from './queries.ts'

/** Keeps a response that came by another call, about something that nothing has read before. */
export function keepResponse<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
  response: z.output<Output>,
): void {
  queryClient.setQueryData(queryFor(operation, input).queryKey, response)
}

/**
 * Replaces what is known by a response that came by another call. Cancels a read in flight, which would return later
 * what may be older. Resolves once the cache has the response.
 */
export async function replaceResponse<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
  response: z.output<Output>,
): Promise<void> {
  const { queryKey } = queryFor(operation, input)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, response)
}
