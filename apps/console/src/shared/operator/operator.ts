import { operatorMe } from '@candor/api/operator'
import type { OperatorAccess, OutputOf } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/index.ts'
import { isAllowed } from './permission.ts'

/** The signed-in operator; undefined until loaded. */
export function useOperator(): OutputOf<typeof operatorMe> | undefined {
  return useQuery({ ...queryFor(operatorMe, {}), staleTime: 60_000 }).data
}

/** The number of this cell in a platform of several; null where it is the only one, undefined until known. */
export function useOwnCell(): number | null | undefined {
  return useOperator()?.cell
}

/** Whether the operator may call an operation; undefined until known. */
export function useMay(access: OperatorAccess): boolean | undefined {
  const operator = useOperator()
  return operator === undefined ? undefined : isAllowed(access, operator.roles)
}
