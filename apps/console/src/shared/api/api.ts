import { createCall, createDownload, createUpload } from '@candor/client'
import type { Called } from '@candor/client'
import { createQueryClient, queryOf } from '@candor/client/react'
import type * as z from 'zod/mini'
import { t } from '../i18n/index.ts'
import { session } from '../device/index.ts'

const timeoutMs = 30_000
/** The front-end dev server has no API of its own. */
const developmentApi = 'http://localhost:8081'

/** The console calls its own host. */
const origin = import.meta.env.DEV ? developmentApi : location.origin

const options = {
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

/**
 * Calls an operator's operation: `const result = await call(operatorLogin, { account, password, totp })`. Refusals are
 * results.
 */
export const call = createCall(options)

/** Loads a file: a photo, an export. */
export const download = createDownload(options)

/** Calls an operation that takes a file. */
export const upload = createUpload(options)

/** Calls one of the public operations of customers, such as the server's status. */
const callPublic = createCall({ ...options, base: `${origin}/api`, token: () => null })

/** Query options of an operation: `useQuery(queryFor(operatorMe, {}))`. Errors are `CallFailed`. */
export function queryFor<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
) {
  const send = operation.path.startsWith('operator/') ? call : callPublic
  return queryOf(send, operation, input)
}

/** The cache of server state. */
export const queryClient = createQueryClient({ staleMs: 2_000, refetchesOnFocus: true })

/** Reads some operations again, after a change. */
export function refresh(...operations: readonly { readonly path: string }[]): void {
  for (const { path } of operations) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** Clears the cache: the next operator may see less. */
export function forgetAll(): void {
  queryClient.clear()
}
