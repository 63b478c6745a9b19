import type { Operation, RefusalName } from '@candor/api'
import { jsonOf, resultOf } from '@candor/api/call'
import type { CallResult, RawAnswer } from '@candor/api/call'
import type * as z from 'zod/mini'
import { transferOptions } from './app-call.ts'

export interface UploadProgress {
  /** Told while the files are on their way: how much of the form has left, 0 to 1. */
  readonly onProgress: (sent: number) => void
  readonly signal: AbortSignal
}

/** Calls an operation that takes files. Like `call`, but it tells how far it is: `fetch` cannot, so this is an XMLHttpRequest. */
export async function upload<
  Input extends z.core.$ZodType,
  Output extends z.core.$ZodType,
  Refusal extends RefusalName,
>(
  operation: Operation<Input, Output, Refusal>,
  input: z.input<Input>,
  progress: UploadProgress,
): Promise<CallResult<z.output<Output>>> {
  const { base, token, language } = transferOptions
  const answer = await sendForm(`${base}/${operation.path}`, multipartOf(input), {
    ...progress,
    token: token(),
    language: language(),
  })
  if (answer === null && !progress.signal.aborted) transferOptions.onNetworkFailure()
  return resultOf(transferOptions, operation, answer)
}

function multipartOf(input: unknown): FormData {
  const form = new FormData()
  if (typeof input !== 'object' || input === null) return form
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined && value !== null)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

interface FormSender extends UploadProgress {
  readonly token: string | null
  readonly language: string
}

/** Sends a form with files. Null where no answer came: no network, a time-out, or given up by the customer. */
export function sendForm(
  url: string,
  body: FormData,
  { token, language, onProgress, signal }: FormSender,
): Promise<RawAnswer | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    const end = (answer: RawAnswer | null) => {
      signal.removeEventListener('abort', giveUp)
      resolve(answer)
    }
    request.open('POST', url)
    request.timeout = transferOptions.timeoutMs
    request.setRequestHeader('lang', language)
    if (token !== null) request.setRequestHeader('token', token)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () =>
      end({
        status: request.status,
        body: jsonOf(request.responseText),
        reference: request.getResponseHeader('x-request-id') ?? undefined,
      }),
    )
    for (const failure of ['error', 'timeout', 'abort'] as const) request.addEventListener(failure, () => end(null))
    signal.addEventListener('abort', giveUp)
    request.send(body)
  })
}
