import { contractRecord } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../shared/api/index.ts'
import { useIsSignedIn } from '../../../shared/device/index.ts'
import type { ContractRecord } from './record-model.ts'

/** The results of the newest thirty contracts; null while there are fewer, and while signed out. */
export function useRecord(): ContractRecord {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...queryFor(contractRecord, {}), enabled: isSignedIn, staleTime: 60_000 })
  return isSignedIn ? (data?.newest ?? null) : null
}
