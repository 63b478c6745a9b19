import type * as z from 'zod/mini'
import { postForm, rawResponse, resultOf } from './call.ts'
import type { ApiClientOptions, Called, CallResult } from './call.ts'

export interface DownloadProgress {
  /** Called for each part of the file, with the bytes received so far. The total is not known before the end. */
  readonly onProgress?: (bytes: number) => void
  readonly signal?: AbortSignal
}

export type Download = <Input extends z.core.$ZodType>(
  operation: Called<Input, z.ZodMiniFile>,
  input: z.input<Input>,
  progress?: DownloadProgress,
) => Promise<CallResult<Blob>>

/**
 * Makes `download`: like `call`, for an operation that returns a file. A file cut off in transit is a network failure;
 * a partial file is never returned.
 */
export function createDownload(options: ApiClientOptions): Download {
  return async (operation, input, { onProgress, signal } = {}) => {
    const idle = new IdleTimeout(options.timeoutMs)
    try {
      const response = await postForm(options, operation, {
        input,
        signal: signal ? AbortSignal.any([signal, idle.signal]) : idle.signal,
      })
      if (!isFile(response)) return resultOf(options, operation, await rawResponse(response))
      const parts: Uint8Array<ArrayBuffer>[] = []
      let bytes = 0
      for await (const part of chunksOf(response)) {
        idle.restart()
        parts.push(part)
        onProgress?.((bytes += part.length))
      }
      return { ok: true, value: new Blob(parts, { type: typeOf(response) }), msg: '' }
    } catch {
      // `fetch` and its stream reject only without a complete response.
      if (!signal?.aborted) options.onNetworkFailure()
      return resultOf(options, operation, null)
    } finally {
      idle.end()
    }
  }
}

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? ''
/** A refusal is JSON. */
const isFile = (response: Response) => response.ok && !typeOf(response).startsWith('application/json')

/** A time-out that restarts with each part: a long file may take long while it keeps arriving. */
class IdleTimeout {
  readonly #timeoutMs: number
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.restart()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  restart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(), this.#timeoutMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** The parts of a body. Safari's streams cannot be iterated directly. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (body === null) return
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}
