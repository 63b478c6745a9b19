/** Public operations of the API, without a login: `useQuery(queryFor(systemStatus, {}))` or `call(…)`. */
export { call, queryClient, queryFor } from './api.ts'
export { useMode } from './mode.ts'
