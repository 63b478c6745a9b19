/**
 * Calls of the operators' contract. `call(operation, input)` answers a `CallResult`; `useQuery(queryFor(operation, input))` reads through
 * the cache (errors are `CallFailed`). A session that has ended signs out by itself.
 */
export type { CallFailure, CallResult } from '@candor/contract/call'
export { call, forgetAll, queryClient, queryFor } from './api.ts'
