import { jsonOf } from '@candor/api'
import type * as z from 'zod/mini'
import { resultOf } from './call.ts'
import type { ApiClientOptions, Called, CallResult, RawResponse } from './call.ts'

export interface UploadProgress {
  /** Called while the form is sent, with the part of it that has left: 0 to 1. */
  readonly onProgress?: (sent: number) => void
  readonly signal?: AbortSignal
}

export type Upload = <Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
  progress?: UploadProgress,
) => Promise<CallResult<z.output<Output>>>

/** Makes `upload`: like `call`, for an operation that takes files. Reports progress, which `fetch` cannot. */
export function createUpload(options: Omit<ApiClientOptions, 'fetch'>): Upload {
  return async (operation, input, progress = {}) => {
    const response = await sendForm(`${options.base}/${operation.path}`, multipartOf(input), {
      ...progress,
      token: options.token(),
      hasCookies: operation.staysInPlace === true,
      language: options.language(),
      timeoutMs: options.timeoutMs,
    })
    if (response === null && !progress.signal?.aborted) options.onNetworkFailure()
    return resultOf(options, operation, response)
  }
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

interface FormSending extends UploadProgress {
  readonly token: string | null
  /** Whether cookies are sent to a server of another origin, too. */
  readonly hasCookies?: boolean
  readonly language: string
  readonly timeoutMs: number
}

/** Sends a form with files. Returns null without a response: no network, a time-out, or cancelled by the customer. */
export function sendForm(
  url: string,
  body: FormData,
  { token, hasCookies = false, language, timeoutMs, onProgress, signal }: FormSending,
): Promise<RawResponse | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const end = (response: RawResponse | null) => {
      signal?.removeEventListener('abort', cancel)
      resolve(response)
    }
    if (signal?.aborted) return end(null)
    request.open('POST', url)
    request.timeout = timeoutMs
    request.withCredentials = hasCookies
    request.setRequestHeader('lang', language)
    if (token !== null) request.setRequestHeader('token', token)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () =>
      end({
        status: request.status,
        body: jsonOf(request.responseText),
        reference: request.getResponseHeader('x-request-id') ?? undefined,
      }),
    )
    for (const failure of ['error', 'timeout', 'abort'] as const) request.addEventListener(failure, () => end(null))
    signal?.addEventListener('abort', cancel)
    request.send(body)
  })
}
