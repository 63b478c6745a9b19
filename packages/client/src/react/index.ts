/** Hooks and query options over `@candor/client`. */
export { queryKeyOf, queryOf } from './queries.ts'
export { createQueryClient } from './query-client.ts'
export { useBusy } from './use-busy.ts'
export { usePages } from './use-pages.ts'
export type { Page } from './use-pages.ts'
export { useRequestId } from './use-request-id.ts'
export { useStored, useTheme } from './use-stored.ts'
