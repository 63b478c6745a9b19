import { captchaCreate, contractBuy, marketInstruments, userLogin, userLogout, walletAssets } from '@candor/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCall, encodeForm } from './call.ts'

const assets = {
  items: [{ asset: 'USD', available: '10', heldInContracts: '0', heldInWithdrawals: '0', inEscrow: '0', inTerms: '0' }],
  totalUsd: null,
  availableUsd: null,
  version: 7,
}

function clientResponding(answer: () => Response | Promise<Response>, token: string | null = null, timeoutMs = 1_000) {
  const onNotLoggedIn = vi.fn<() => void>()
  const onNetworkFailure = vi.fn<() => void>()
  const fetchFake = vi.fn<typeof fetch>(() => Promise.resolve().then(answer))
  const call = createCall({
    base: 'https://api.example/api',
    fetch: fetchFake,
    token: () => token,
    language: () => 'zh',
    timeoutMs,
    texts: () => ({
      network: 'Request interface failed',
      unknown: 'We couldn’t do that',
      notLoggedIn: 'Not logged in',
    }),
    onNotLoggedIn,
    onNetworkFailure,
  })
  return { call, fetchFake, onNotLoggedIn, onNetworkFailure }
}

const json = (body: unknown, init?: ResponseInit) => () => new Response(JSON.stringify(body), init)

describe('a call', () => {
  it('posts a form with token and language', async () => {
    const { call, fetchFake } = clientResponding(json({ code: 1, msg: '', data: { items: [] } }), 'secret')
    await call(marketInstruments, { category: 'forex' })
    const [url, init] = fetchFake.mock.calls[0] ?? []
    expect(url).toBe('https://api.example/api/market/instruments')
    expect(init?.method).toBe('POST')
    expect(init?.headers).toEqual({ lang: 'zh', token: 'secret' })
    expect(String(init?.body)).toBe('category=forex')
  })

  it('sends and stores the cookie of known devices where it logs in, and no cookie otherwise', async () => {
    const { call, fetchFake } = clientResponding(json({ code: 1, msg: '', data: null }))
    await call(userLogin, { account: 'a', loginPassword: 'b' })
    await call(walletAssets, {})
    expect(fetchFake.mock.calls.map(([, init]) => init?.credentials)).toEqual(['include', 'omit'])
  })

  it('sends and stores cookies with a login, and where visitors stay in a place, which says what serves them', async () => {
    const visitor = clientResponding(json({ code: 1, msg: '', data: null }))
    await visitor.call(captchaCreate, {})
    const customer = clientResponding(json({ code: 1, msg: '', data: null }), 'secret')
    await customer.call(walletAssets, {})
    for (const { fetchFake } of [visitor, customer])
      expect(fetchFake.mock.calls.map(([, init]) => init?.credentials)).toEqual(['include'])
  })

  it('lets the response to a logout clear the browser’s cache, which needs a call with cookies', async () => {
    const { call, fetchFake } = clientResponding(json({ code: 1, msg: '', data: null }))
    await call(userLogout, {})
    expect(fetchFake.mock.calls[0]?.[1]?.credentials).toBe('include')
  })

  it('sends no token header while signed out', async () => {
    const { call, fetchFake } = clientResponding(json({ code: 1, msg: '', data: { items: [] } }))
    await call(marketInstruments, {})
    expect(fetchFake.mock.calls[0]?.[1]?.headers).toEqual({ lang: 'zh' })
  })

  it('returns the parsed data and the text of a success', async () => {
    const { call } = clientResponding(json({ code: 1, msg: 'ok', data: assets }))
    expect(await call(walletAssets, {})).toEqual({ ok: true, value: assets, msg: 'ok' })
  })

  it('takes a success without data', async () => {
    const { call } = clientResponding(json({ code: 1, msg: 'Exit successfully' }))
    expect(await call(userLogout, {})).toEqual({ ok: true, value: null, msg: 'Exit successfully' })
  })

  it('returns a refusal with its name and text', async () => {
    const { call } = clientResponding(
      json({ code: 0, msg: 'Insufficient balance', error: 'insufficient-balance', data: null }),
    )
    expect(await call(walletAssets, {})).toMatchObject({
      ok: false,
      error: 'insufficient-balance',
      msg: 'Insufficient balance',
      fields: {},
    })
  })

  it('names the fields at fault of an invalid form', async () => {
    const { call } = clientResponding(json({ code: 0, msg: 'Check', error: 'invalid', data: { stake: 'too-small' } }))
    expect(await call(walletAssets, {})).toMatchObject({ error: 'invalid', fields: { stake: 'too-small' } })
  })

  it('names the field whose fault is the refusal', async () => {
    const data = { mobile: 'wrong-mobile' }
    const { call } = clientResponding(json({ code: 0, msg: 'Wrong mobile number', error: 'wrong-mobile', data }))
    expect(await call(walletAssets, {})).toMatchObject({ error: 'wrong-mobile', fields: data })
  })

  it('shows the text of a refusal that it does not know', async () => {
    const { call } = clientResponding(json({ code: 0, msg: 'New rule', error: 'brand-new' }))
    expect(await call(walletAssets, {})).toMatchObject({ ok: false, error: 'unknown', msg: 'New rule' })
  })

  it('reads the body of HTTP 429 like any refusal', async () => {
    const { call } = clientResponding(
      json({ code: 0, msg: 'Frequent operations', error: 'frequent-operations' }, { status: 429 }),
    )
    expect(await call(walletAssets, {})).toMatchObject({ error: 'frequent-operations' })
  })

  it('refuses data that does not fit the contract', async () => {
    const { call } = clientResponding(
      json({ code: 1, msg: '', data: { items: [{ asset: 'EUR' }] } }, { headers: { 'x-request-id': 'r-1' } }),
    )
    expect(await call(walletAssets, {})).toMatchObject({ ok: false, error: 'unreadable', reference: 'r-1' })
  })

  it('refuses an answer that is not JSON', async () => {
    const { call, onNetworkFailure } = clientResponding(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await call(walletAssets, {})).toMatchObject({ ok: false, error: 'unreadable', msg: 'We couldn’t do that' })
    expect(onNetworkFailure).not.toHaveBeenCalled()
  })

  it('reports HTTP 408 once and returns not-logged-in', async () => {
    const { call, onNotLoggedIn } = clientResponding(json({ code: 0, msg: 'x' }, { status: 408 }))
    expect(await call(walletAssets, {})).toMatchObject({ ok: false, error: 'not-logged-in', msg: 'Not logged in' })
    expect(onNotLoggedIn).toHaveBeenCalledTimes(1)
  })

  it('tells of a lost network', async () => {
    const { call, onNetworkFailure } = clientResponding(() => {
      throw new TypeError('fetch failed')
    })
    expect(await call(walletAssets, {})).toMatchObject({ ok: false, error: 'network', msg: 'Request interface failed' })
    expect(onNetworkFailure).toHaveBeenCalledTimes(1)
  })

  it('stays silent where the screen itself gave the call up', async () => {
    const { call, onNetworkFailure } = clientResponding(() => {
      throw new DOMException('aborted', 'AbortError')
    })
    const abort = new AbortController()
    abort.abort()
    await call(walletAssets, {}, { signal: abort.signal })
    expect(onNetworkFailure).not.toHaveBeenCalled()
  })
})

describe('a read without a response', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const lost = () => {
    throw new TypeError('fetch failed')
  }

  it('is repeated twice and then reported once', async () => {
    const { call, fetchFake, onNetworkFailure } = clientResponding(lost)
    const read = call(walletAssets, {}, { signal: new AbortController().signal })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await read).toMatchObject({ ok: false, error: 'network' })
    expect(fetchFake).toHaveBeenCalledTimes(3)
    expect(onNetworkFailure).toHaveBeenCalledTimes(1)
  })

  it('takes the response of a later try', async () => {
    let tries = 0
    const { call, onNetworkFailure } = clientResponding(() =>
      (tries += 1) < 3 ? lost() : json({ code: 1, msg: '', data: assets })(),
    )
    const read = call(walletAssets, {}, { signal: new AbortController().signal })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await read).toMatchObject({ ok: true })
    expect(onNetworkFailure).not.toHaveBeenCalled()
  })

  it('ends after 15 s in all, while a call that may have an effect goes on', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
      return controller.signal
    })
    const { call, fetchFake, onNetworkFailure } = clientResponding(json({}), null, 60_000)
    fetchFake.mockImplementation(
      (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted')))
        }),
    )
    const ended: string[] = []
    void call(walletAssets, {}, { signal: new AbortController().signal }).then(() => ended.push('read'))
    void call(userLogout, {}).then(() => ended.push('write'))
    await vi.advanceTimersByTimeAsync(14_900)
    expect(ended).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(ended).toEqual(['read'])
    expect(fetchFake).toHaveBeenCalledTimes(2)
    expect(onNetworkFailure).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(45_000)
    expect(ended).toEqual(['read', 'write'])
    limits.mockRestore()
  })

  it('is not repeated for a screen that has gone', async () => {
    const { call, fetchFake, onNetworkFailure } = clientResponding(lost)
    const screen = new AbortController()
    const read = call(walletAssets, {}, { signal: screen.signal })
    await vi.advanceTimersByTimeAsync(500)
    screen.abort()
    await vi.advanceTimersByTimeAsync(5_000)
    await read
    expect(fetchFake.mock.calls.filter(([, init]) => init?.signal?.aborted === false)).toEqual([])
    expect(fetchFake.mock.calls.length).toBeLessThan(3)
    expect(onNetworkFailure).not.toHaveBeenCalled()
  })
})

describe('the form encoding', () => {
  it('leaves out what is undefined and writes nested values as JSON', () => {
    expect(encodeForm({ a: 1, b: undefined, c: null, d: ['x'], e: 'é&=' }).toString()).toBe(
      'a=1&d=%5B%22x%22%5D&e=%C3%A9%26%3D',
    )
  })

  it('encodes an order as the contract takes it', () => {
    const form = encodeForm({
      requestId: 'r',
      symbol: 'GOLD',
      direction: 'up',
      durationMs: 30_000,
      stake: '100',
      asset: 'USD',
      termsVersion: '1',
      seenSlot: 7,
    })
    expect(Object.keys(Object.fromEntries(form))).toEqual([
      'requestId',
      'symbol',
      'direction',
      'durationMs',
      'stake',
      'asset',
      'termsVersion',
      'seenSlot',
    ])
    expect(contractBuy.path).toBe('contract/buy')
  })
})
