import { inviteCheck, invitePublished } from '@candor/api'
import { queryOptions } from '@tanstack/react-query'
import { callQuietly } from '../../shared/api/index.ts'

/** Shorter codes are still being typed. */
export const shortestCode = 4
const knownForMs = 60_000

/** The code of the house that is offered to everybody, if there is one. */
export const publishedCodeQuery = queryOptions({
  queryKey: [invitePublished.path],
  queryFn: () => callQuietly(invitePublished, {}),
  staleTime: knownForMs,
  gcTime: knownForMs,
})

/**
 * Whether an invitation code exists, and the refusal where it does not. Registering decides: this only tells sooner.
 */
export const inviteCheckQuery = (inviteCode: string) =>
  queryOptions({
    queryKey: [inviteCheck.path, inviteCode],
    queryFn: () => callQuietly(inviteCheck, { inviteCode }),
    staleTime: knownForMs,
    gcTime: knownForMs,
  })
