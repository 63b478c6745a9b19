import { contractPerformance } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import type { Span } from './period-model.ts'

/** What contracts that settled in a span came to. A settlement makes it read again. */
export function usePerformance({ fromMs, toMs }: Span) {
  const utcOffsetMinutes = -new Date(toMs - 1).getTimezoneOffset()
  return useQuery(queryFor(contractPerformance, { utcOffsetMinutes, fromMs, toMs }))
}
