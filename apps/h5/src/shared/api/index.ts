/**
 * Calls of the wire contract. `call(operation, input)` answers a `CallResult`; `useQuery(queryFor(operation, input))` reads
 * through the cache (errors are `CallFailed`); `queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })` after a change;
 * `upload(operation, input, …)` sends files and tells how far it is; `fileUrl(path)` is where a picture lies.
 * `download(operation, input, …)` gets a file, of any length.
 * `sendUntilKnown(() => call(…))` repeats a call whose outcome nobody knows.
 * `newRequestId()` once a tap for everything that moves money or creates something. HTTP 408 and a lost network are toasted by the app.
 */
export {
  call,
  callQuietly,
  fileUrl,
  onNetworkFailure,
  onNotLoggedIn,
  socketUrl,
  takeResponsesFrom,
  transferOptions,
} from './app-call.ts'
export { CallFailed } from '@candor/api/call'
export type { CallError, CallFailure, CallResult } from '@candor/api/call'
export { download } from './app-download.ts'
export { sendForm, upload } from './upload.ts'
export { supportBase } from './support-base.ts'
export { queryClient, queryFor, queryKeyOf } from './queries.ts'
export { newRequestId } from './request-id.ts'
export { isOutcomeUnknown, sendUntilKnown } from './known-outcome.ts'
