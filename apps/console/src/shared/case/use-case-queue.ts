import type { Called } from '@candor/client'
import type { Page } from '@candor/client/react'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryFor, usePages } from '../api/index.ts'
import { useWaitingCases } from './use-waiting-cases.ts'
import type { CaseQueue } from './use-waiting-cases.ts'
import { useQueuePlace } from './work-queue.tsx'

const decidedInterval = 30_000

/** The operations of a queue: what waits, what was decided, and one case. */
export interface CaseOperations<Item, Done, Detail> {
  readonly waiting: CaseQueue<Item>
  readonly decided: Called<
    z.core.$ZodType<unknown, { limit?: string | number | undefined }>,
    z.core.$ZodType<Page<Done>>
  >
  readonly detail: Called<z.core.$ZodType<unknown, { id: string }>, z.core.$ZodType<Detail>>
}

/** What a `WorkQueue` shows, and the case that the address names; what waits is read again at each interval. */
export function useCaseQueue<Item, Done, Detail>(
  operations: CaseOperations<Item, Done, Detail>,
  refetchInterval: number,
) {
  const place = useQueuePlace()
  const id = place.openId
  const waiting = useWaitingCases(operations.waiting, refetchInterval)
  const decided = usePages(operations.decided, { limit: 50 }, { refetchInterval: decidedInterval })
  const detail = useQuery({
    ...queryFor(operations.detail, { id: id ?? '' }),
    enabled: id !== null,
    refetchInterval,
  })
  return {
    place,
    waiting: { query: { ...waiting, data: waiting.data?.items } },
    decided: { ...decided, query: decided },
    detail,
  }
}
