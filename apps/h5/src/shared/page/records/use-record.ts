import type { Called } from '@candor/client'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryFor } from '../../api/index.ts'

/**
 * One record of the customer. The socket reports its changes; it is read again at the interval of `refreshMs`, which is
 * false where nothing changes any more.
 */
export function useRecord<Output>(
  operation: Called<z.core.$ZodType<unknown, { id: string }>, z.core.$ZodType<Output>>,
  id: string,
  refreshMs: (record: Output) => number | false,
) {
  return useQuery({
    ...queryFor(operation, { id }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : refreshMs(data)),
    refetchIntervalInBackground: false,
  })
}
