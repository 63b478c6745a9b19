import { systemStatus } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from './api.ts'

/**
 * Sandbox or live, as reported by the server. Until then the sandbox is assumed, because its bar must never be missing.
 */
export function useMode(): 'sandbox' | 'live' {
  return useQuery({ ...queryFor(systemStatus, {}), staleTime: 60_000 }).data?.mode ?? 'sandbox'
}
