import { systemStatus } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/index.ts'

/** Sandbox or live, as the server says. Until it has said so it counts as the sandbox, whose bar must never be missing. */
export function useMode(): 'sandbox' | 'live' {
  return useQuery({ ...queryFor(systemStatus, {}), staleTime: 60_000 }).data?.mode ?? 'sandbox'
}
