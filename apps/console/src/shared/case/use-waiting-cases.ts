import type { OperatorAccess } from '@candor/api/operator'
import type { Called } from '@candor/client'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryFor } from '../api/index.ts'
import { useMay } from '../operator/index.ts'

/** A list of the cases that wait. */
export type CaseQueue<Item> = Called<
  z.core.$ZodType<unknown, { limit?: string | number | undefined }>,
  z.core.$ZodType<{ readonly items: Item[] }>
> & {
  readonly access: OperatorAccess
}

/** The cases of a queue, read again at each interval; nothing without the roles. */
export function useWaitingCases<Item>(queue: CaseQueue<Item>, refetchInterval: number) {
  const may = useMay(queue.access)
  return useQuery({ ...queryFor(queue, { limit: 100 }), enabled: may === true, refetchInterval })
}

/** The number of a queue's waiting cases; null without the roles. */
export function useWaitingCount<Item>(queue: CaseQueue<Item>, refetchInterval: number): number | null {
  return useWaitingCases(queue, refetchInterval).data?.items.length ?? null
}
