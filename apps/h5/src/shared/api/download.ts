import type { Operation, RefusalName } from '@candor/api'
import { encodeForm, jsonOf, resultOf } from '@candor/api/call'
import type { ApiClientOptions, CallResult, RawAnswer } from '@candor/api/call'
import type * as z from 'zod/mini'

export interface DownloadProgress {
  /** Told while the file comes: how many bytes of it are here. How many there will be, nobody knows before its end. */
  readonly onProgress: (bytes: number) => void
  readonly signal: AbortSignal
}

export type Download = <Input extends z.core.$ZodType, Refusal extends RefusalName>(
  operation: Operation<Input, z.ZodMiniFile, Refusal>,
  input: z.input<Input>,
  progress: DownloadProgress,
) => Promise<CallResult<Blob>>

/**
 * Makes `download`: like `call`, for an operation that answers a file. A file that was cut off on its way is a failure of the network:
 * half of one is never handed on.
 */
export function createDownload(options: ApiClientOptions): Download {
  return async (operation, input, { onProgress, signal }) => {
    const patience = new Patience(options.timeoutMs)
    try {
      const response = await ask(options, {
        path: operation.path,
        input,
        signal: AbortSignal.any([signal, patience.signal]),
      })
      if (!isFile(response)) return resultOf(options, operation, await rawAnswer(response))
      const parts: Uint8Array<ArrayBuffer>[] = []
      let bytes = 0
      for await (const part of chunksOf(response)) {
        patience.begin()
        parts.push(part)
        onProgress((bytes += part.length))
      }
      return { ok: true, value: new Blob(parts, { type: typeOf(response) }), msg: '' }
    } catch {
      // `fetch` and its stream reject only where no answer, or not all of it, came.
      if (!signal.aborted) options.onNetworkFailure()
      return resultOf(options, operation, null)
    } finally {
      patience.end()
    }
  }
}

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? ''
const isFile = (response: Response) => response.ok && !typeOf(response).startsWith('application/json')

/** A refusal is JSON. */
async function rawAnswer(response: Response): Promise<RawAnswer> {
  const reference = response.headers.get('x-request-id') ?? undefined
  return { status: response.status, body: jsonOf(await response.text()), reference }
}

/** A time-out that begins anew with each part: a long file may take long, as long as it comes. */
class Patience {
  readonly #timeoutMs: number
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.begin()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  begin(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(), this.#timeoutMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

interface Question {
  readonly path: string
  readonly input: unknown
  readonly signal: AbortSignal
}

function ask({ base, token, language, fetch }: ApiClientOptions, { path, input, signal }: Question): Promise<Response> {
  const own = token()
  return fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { lang: language(), ...(own === null ? {} : { token: own }) },
    body: encodeForm(input),
    credentials: 'omit',
    signal,
  })
}

/** The parts of a body. Not `for await` on the body itself: Safari's streams cannot be iterated. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (body === null) return
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}
