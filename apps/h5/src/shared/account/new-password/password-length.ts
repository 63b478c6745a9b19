import { userPasswordRules } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/index.ts'
import { widestPasswordLength } from '../../forms/index.ts'
import type { PasswordLength } from '../../forms/index.ts'

/** The lengths that the operator allows; until they are known, the widest, because the server decides anyway. */
export function usePasswordLength(): PasswordLength {
  const { data } = useQuery({ ...queryFor(userPasswordRules, {}), staleTime: Infinity })
  return data ?? widestPasswordLength
}
