import { createCall } from '@candor/client'
import type { Called } from '@candor/client'
import { apiBaseOf } from '@candor/client/api-base'
import { createQueryClient, queryOf } from '@candor/client/react'
import type * as z from 'zod/mini'
import { currentTexts } from '../i18n/index.ts'

const timeoutMs = 20_000
const base = `${apiBaseOf(location, import.meta.env.DEV)}/api`

/** Calls a public operation. Refusals are results. */
export const call = createCall({
  base,
  fetch: (input, init) => fetch(input, init),
  token: () => null,
  language: () => currentTexts().language,
  timeoutMs,
  texts: () => {
    const { t } = currentTexts()
    return { network: t('shared.error.network'), unknown: t('shared.error.text'), notLoggedIn: t('shared.error.text') }
  },
  onNotLoggedIn: () => undefined,
  onNetworkFailure: () => undefined,
})

/** Query options of an operation. Errors are `CallFailed`. */
export function queryFor<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
) {
  return queryOf(call, operation, input)
}

/** The cache of server state. */
export const queryClient = createQueryClient({ staleMs: 10_000, refetchesOnFocus: false })
