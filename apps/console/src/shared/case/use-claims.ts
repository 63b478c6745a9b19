import { operatorClaim, operatorClaims } from '@candor/api/operator'
import type { HeldCase } from '@candor/api/operator'
import { showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../api/index.ts'

const refetchInterval = 5_000

/** The claims that hold now, by the subject of their case. Empty until they are known. */
export function useClaims(): ReadonlyMap<string, HeldCase> {
  const { data } = useQuery({ ...queryFor(operatorClaims, {}), refetchInterval })
  return new Map((data?.items ?? []).map((claim) => [claim.subject, claim]))
}

/** Takes a case for the operator; a toast says if a colleague was first. */
export async function takeCase(subject: string): Promise<void> {
  const result = await call(operatorClaim, { subject })
  refresh(operatorClaims)
  if (!result.ok) showToast('refused', result.msg)
}
