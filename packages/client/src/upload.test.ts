import { userAvatar } from '@candor/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { playedOptions } from './testing/played-options.ts'
import { createUpload } from './upload.ts'

/** An XMLHttpRequest whose server is played by the test. */
class PlayedRequest extends EventTarget {
  static newest: PlayedRequest | null = null
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  opened: readonly string[] = []
  body: unknown = null
  timeout = 0
  withCredentials = false
  status = 0
  responseText = ''

  constructor() {
    super()
    PlayedRequest.newest = this
  }

  open(...opened: readonly string[]): void {
    this.opened = opened
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  getResponseHeader(): string {
    return 'r-1'
  }

  send(body: unknown): void {
    this.body = body
  }

  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }

  respond(status: number, body: string): void {
    this.status = status
    this.responseText = body
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  PlayedRequest.newest = null
  vi.stubGlobal('XMLHttpRequest', PlayedRequest)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const photo = new File(['jpeg'], 'photo.jpg', { type: 'image/jpeg' })

function uploading({ signal, onProgress }: { signal?: AbortSignal; onProgress?: (sent: number) => void } = {}) {
  const onNetworkFailure = vi.fn<() => void>()
  const upload = createUpload({ ...playedOptions, onNetworkFailure })
  const result = upload(userAvatar, { photo }, { ...(signal && { signal }), ...(onProgress && { onProgress }) })
  const request = PlayedRequest.newest
  return { result, request, onNetworkFailure }
}

function started(given?: Parameters<typeof uploading>[0]) {
  const { request, ...others } = uploading(given)
  if (request === null) throw new Error('no request was sent')
  return { request, ...others }
}

const refused = JSON.stringify({ code: 0, msg: 'Too large', error: 'invalid', data: { photo: 'too-large' } })

describe('an upload', () => {
  it('posts a form with the file, the token and the language', async () => {
    const { request, result } = started()
    expect(request.opened).toEqual(['POST', 'https://api.test/api/user/avatar'])
    expect(request.headers).toEqual({ token: 'secret', lang: 'zh' })
    expect(request.body instanceof FormData && request.body.get('photo')).toEqual(photo)
    request.respond(200, refused)
    await result
  })

  it('sends cookies to another origin where the operation stays in its cell', async () => {
    const { request, result } = started()
    expect(request.withCredentials).toBe(false)
    request.respond(200, refused)
    await result
    const upload = createUpload({ ...playedOptions, onNetworkFailure: () => undefined })
    void upload({ ...userAvatar, staysInPlace: true }, { photo })
    expect(PlayedRequest.newest?.withCredentials).toBe(true)
  })

  it('reports how much of the form has left', async () => {
    const parts: number[] = []
    const { request, result } = started({ onProgress: (sent) => parts.push(sent) })
    for (const loaded of [0, 25, 100])
      request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }))
    request.respond(200, refused)
    await result
    expect(parts).toEqual([0, 0.25, 1])
  })

  it('returns a refusal with its fields', async () => {
    const { request, result } = started()
    request.respond(200, refused)
    expect(await result).toMatchObject({
      ok: false,
      error: 'invalid',
      fields: { photo: 'too-large' },
      msg: 'Too large',
    })
  })

  it('cannot read an error page', async () => {
    const { request, result, onNetworkFailure } = started()
    request.respond(502, '<h1>Bad gateway</h1>')
    expect(await result).toMatchObject({ error: 'unreadable', reference: 'r-1' })
    expect(onNetworkFailure).not.toHaveBeenCalled()
  })

  it.each(['error', 'timeout'])('is a network failure on %s', async (event) => {
    const { request, result, onNetworkFailure } = started()
    request.dispatchEvent(new Event(event))
    expect(await result).toMatchObject({ ok: false, error: 'network', msg: 'no network' })
    expect(onNetworkFailure).toHaveBeenCalledTimes(1)
  })

  it('that the customer cancels is not reported as a network failure', async () => {
    const cancelling = new AbortController()
    const { result, onNetworkFailure } = started({ signal: cancelling.signal })
    cancelling.abort()
    expect(await result).toMatchObject({ ok: false, error: 'network' })
    expect(onNetworkFailure).not.toHaveBeenCalled()
  })

  it('that was cancelled before it began sends nothing', async () => {
    const { request, result } = uploading({ signal: AbortSignal.abort() })
    expect(await result).toMatchObject({ ok: false, error: 'network' })
    expect(request?.body ?? null).toBeNull()
  })
})
