import { encodeForm, jsonOf, resultOf } from '@candor/api/call'
import type { Called, CallResult } from '@candor/api/call'
import * as z from 'zod/mini'
import { apiOptions } from './api.ts'

const noAnswerSchema = z.never()

/** Calls an operation that answers a file: a photo, an export. What the server refuses is a `CallResult` as of any other call. */
export async function callFile<Input extends z.core.$ZodType>(
  operation: Called<Input, z.core.$ZodType>,
  input: z.input<Input>,
): Promise<CallResult<Blob>> {
  const token = apiOptions.token()
  try {
    const response = await fetch(`${apiOptions.base}/${operation.path}`, {
      method: 'POST',
      headers: { lang: apiOptions.language(), ...(token === null ? {} : { token }) },
      body: encodeForm(input),
      credentials: 'omit',
      signal: AbortSignal.timeout(apiOptions.timeoutMs),
    })
    if (!isJson(response)) return { ok: true, value: await response.blob(), msg: '' }
    const reference = response.headers.get('x-request-id') ?? undefined
    return resultOf(
      apiOptions,
      { output: noAnswerSchema },
      { status: response.status, body: jsonOf(await response.text()), reference },
    )
  } catch {
    // `fetch` rejects only where no answer came.
    return resultOf(apiOptions, { output: noAnswerSchema }, null)
  }
}

function isJson(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('application/json')
}
