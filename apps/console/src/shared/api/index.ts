/**
 * Calls of the operators' API. `call(operation, input)` returns a `CallResult`; `useQuery(queryFor(operation, input))`
 * reads through the cache (errors are `CallFailed`); `download` loads a photo or an export; `refresh(operation)` after
 * a change. A session that the server has ended signs out by itself.
 */
export { CallFailed } from '@candor/client'
export type { CallFailure, CallResult } from '@candor/client'
export { conclude } from './conclude.ts'
export type { Conclusion, Decided } from './conclude.ts'
export { usePages } from './use-pages.ts'
export { call, download, forgetAll, queryClient, queryFor, refresh, upload } from './api.ts'
export { useMode } from './mode.ts'
