import { jsonOf, resultOf } from '@candor/api/call'
import type { Called, CallResult } from '@candor/api/call'
import type * as z from 'zod/mini'
import { apiOptions } from './api.ts'

/** Calls an operation that takes a file, as multipart. Like `call` it never throws for what the server says. */
export async function upload<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: Readonly<Record<string, string | Blob>>,
): Promise<CallResult<z.output<Output>>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.append(name, value)
  const token = apiOptions.token()
  try {
    const response = await fetch(`${apiOptions.base}/${operation.path}`, {
      method: 'POST',
      headers: { lang: apiOptions.language(), ...(token === null ? {} : { token }) },
      body: form,
      credentials: 'omit',
      signal: AbortSignal.timeout(apiOptions.timeoutMs),
    })
    const reference = response.headers.get('x-request-id') ?? undefined
    return resultOf(apiOptions, operation, { status: response.status, body: jsonOf(await response.text()), reference })
  } catch {
    // `fetch` rejects only where no answer came.
    return resultOf(apiOptions, operation, null)
  }
}
