/**
 * Calls of the API. `call(operation, input)` returns a `CallResult`; `useQuery(queryFor(operation, input))` reads
 * through the cache (errors are `CallFailed`). After a change: `invalidate(operation, …)`, or
 * `keepResponse(operation, input, …)` of what is new and `replaceResponse(operation, input, …)` of what was known.
 * `upload(operation, input, …)` sends files and `download(operation, input, …)` receives one, both with progress;
 * `fileUrl(path)` is the address of a picture. `sendUntilKnown(() => call(…))` repeats a call whose outcome is unknown.
 * `newRequestId()` once per tap for everything that moves money or creates something. The app shows a toast on HTTP 408
 * and on a lost network. The socket of live data is the part `realtime`, with a door of its own.
 */
export {
  call,
  callOptions,
  callQuietly,
  disabledAccount,
  fileUrl,
  onNetworkFailure,
  onNotLoggedIn,
  socketUrl,
  takeResponsesFrom,
} from './app-call.ts'
export { CallFailed, newRequestId } from '@candor/client'
export type { CallError, CallFailure, CallResult } from '@candor/client'
export { download } from './app-download.ts'
export { upload } from './app-upload.ts'
export { supportBase } from './support-base.ts'
export { invalidate, queryClient, queryFor, queryKeyOf } from './queries.ts'
export { keepResponse, replaceResponse } from './kept-response.ts'
export { isOutcomeUnknown, sendUntilKnown } from './known-outcome.ts'
