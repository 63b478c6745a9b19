/**
 * Calls of the wire contract. `call(operation, input)` answers a `CallResult`; `useQuery(queryFor(operation, input))` reads
 * through the cache (errors are `CallFailed`); `queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })` after a change;
 * `newRequestId()` once a tap for everything that moves money or creates something. HTTP 408 and a lost network are toasted by the app.
 */
export { call, onNetworkFailure, onNotLoggedIn, socketUrl } from './app-call.ts'
export type { CallError, CallFailure, CallResult } from './client.ts'
export { CallFailed, queryClient, queryFor, queryKeyOf } from './queries.ts'
export { newRequestId } from './request-id.ts'
