import { operatorMe } from '@candor/contract/operator'
import type { OperatorView } from '@candor/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/index.ts'

/** Who is signed in; undefined until the server has said so. */
export function useOperator(): OperatorView | undefined {
  return useQuery({ ...queryFor(operatorMe, {}), staleTime: 60_000 }).data
}
