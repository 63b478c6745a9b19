/**
 * Calls of the operators' contract. `call(operation, input)` answers a `CallResult`; `useQuery(queryFor(operation, input))` reads through
 * the cache (errors are `CallFailed`); `callFile` loads a photo or an export; `refresh(operation)` after a change. A session that has ended signs out by itself.
 */
export { CallFailed } from '@candor/api/call'
export type { CallFailure, CallResult } from '@candor/api/call'
export { callFile } from './file-call.ts'
export { upload } from './upload.ts'
export { usePages } from './use-pages.ts'
export { call, forgetAll, queryClient, queryFor, refresh } from './api.ts'
