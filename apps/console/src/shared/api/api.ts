import { CallFailed, createCall } from '@candor/api/call'
import type { Called } from '@candor/api/call'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { t } from '../i18n/index.ts'
import { session } from '../session/index.ts'

const timeoutMs = 30_000
/** The front-end dev server has no API of its own. */
const developmentApi = 'http://localhost:8080'

/** The console calls the host that it came from. */
const origin = import.meta.env.DEV ? developmentApi : location.origin

/** What every call of the operators shares; the loading of files reads it, too. */
export const apiOptions = {
  base: origin,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  token: session.token,
  language: () => 'en',
  timeoutMs,
  texts: () => ({
    network: t('shared.failure.network'),
    unknown: t('shared.failure.unknown'),
    notLoggedIn: t('shared.failure.ended'),
  }),
  onNotLoggedIn: () => {
    session.signOut('ended')
    queryClient.clear()
  },
  onNetworkFailure: () => undefined,
}

/** Calls an operator's operation: `const result = await call(operatorLogin, { account, password, totp })`. Never throws for what the server says. */
export const call = createCall(apiOptions)

/** Calls one of the public operations of customers, such as the server's status. */
const callPublic = createCall({ ...apiOptions, base: `${origin}/api`, token: () => null })

/** Query options of an operation: `useQuery(queryFor(operatorMe, {}))`. Errors are `CallFailed`. */
export function queryFor<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
) {
  const send = operation.path.startsWith('operator/') ? call : callPublic
  return queryOptions<z.output<Output>, CallFailed>({
    queryKey: [operation.path, input],
    queryFn: async ({ signal }) => {
      const result = await send(operation, input, { signal })
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
  })
}

/** The one cache of server state. A refusal is an answer and not repeated; a lost network is tried once more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A call without a connection fails at once and says so, instead of waiting for one.
      networkMode: 'always',
      refetchOnWindowFocus: true,
      retry: (failures, error) => error instanceof CallFailed && error.failure.error === 'network' && failures < 1,
    },
  },
})

/** Reads again what the screens show of some operations, after a change. */
export function refresh(...operations: readonly { readonly path: string }[]): void {
  for (const { path } of operations) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** Forgets everything that was read: the next operator may see less. */
export function forgetAll(): void {
  queryClient.clear()
}
