// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { base64Url, keepRegisteredAddress, registeredAddress, session } from '../../shared/device/index.ts'
import { followDevice } from './follow-device.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer
const oldKey = base64Url(bytesOf('the key before'))
const newKey = base64Url(bytesOf('the key of now'))

/** A browser with one address, made with a key. `knowsKey`: whether its subscriptions tell the key. */
function playBrowser({ key, knowsKey = true }: { readonly key: string; readonly knowsKey?: boolean }) {
  const address = (made: string, endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: knowsKey ? bytesOf(atob(made)) : null },
    getKey: (name: string) => bytesOf(name),
    unsubscribe: vi.fn<() => Promise<boolean>>(() => Promise.resolve(true)),
  })
  const present = address(key, 'https://push.test/first')
  const subscribe = vi.fn<(options: { applicationServerKey: string }) => Promise<unknown>>((options) =>
    Promise.resolve(address(options.applicationServerKey, 'https://push.test/second')),
  )
  const registration = { pushManager: { getSubscription: () => Promise.resolve(present), subscribe } }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: () => Promise.resolve('granted') })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) },
  })
  return { subscribe, unsubscribe: present.unsubscribe }
}

/** A server with a key. Returns the calls that it receives. */
function playServer(publicKey: string) {
  const calls: { readonly path: string; readonly form: Record<string, string> }[] = []
  vi.stubGlobal('fetch', (address: unknown, init: RequestInit | undefined) => {
    const path = new URL(String(address), location.href).pathname.replace(/^\/(api\/)?/, '')
    calls.push({ path, form: Object.fromEntries(new URLSearchParams(String(init?.body))) })
    const device = { kinds: ['withdrawal'], amounts: 'hidden' }
    const data = path === 'push/settings' ? { publicKey, device } : null
    return Promise.resolve(Response.json({ code: 1, msg: '', data }))
  })
  return calls
}

beforeEach(async () => {
  const kept = new Map<string, Response>()
  const store = {
    match: (name: string) => Promise.resolve(kept.get(name)?.clone()),
    put: (name: string, response: Response) => Promise.resolve(void kept.set(name, response)),
  }
  vi.stubGlobal('caches', { open: () => Promise.resolve(store), delete: () => Promise.resolve(kept.clear()) })
  vi.stubGlobal('isSecureContext', true)
  await keepRegisteredAddress({
    endpoint: 'https://push.test/first',
    auth: 'auth',
    publicKey: oldKey,
    language: session.language(),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it.each([true, false])('subscribes again after the server has replaced its key (key known: %s)', async (knowsKey) => {
  const browser = playBrowser({ key: oldKey, knowsKey })
  const calls = playServer(newKey)
  await followDevice(true)
  expect(browser.unsubscribe).toHaveBeenCalledOnce()
  expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: newKey })
  expect(calls).toMatchObject([
    { path: 'push/settings' },
    { path: 'push/subscribe', form: { endpoint: 'https://push.test/second', kinds: 'withdrawal', amounts: 'hidden' } },
  ])
  expect(await registeredAddress()).toMatchObject({ endpoint: 'https://push.test/second', publicKey: newKey })
})

it('replaces an address of another key that was registered under the current one', async () => {
  const browser = playBrowser({ key: newKey })
  playServer(oldKey)
  await followDevice(true)
  expect(browser.subscribe).toHaveBeenCalledOnce()
})

it.each([true, false])('leaves an address of the current key alone (key known: %s)', async (knowsKey) => {
  const browser = playBrowser({ key: oldKey, knowsKey })
  const calls = playServer(oldKey)
  await followDevice(true)
  expect(calls.map(({ path }) => path)).toEqual(['push/settings'])
  expect(browser.subscribe).not.toHaveBeenCalled()
})

it('asks for nothing where the customer has not permitted notifications', async () => {
  const browser = playBrowser({ key: oldKey })
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => Promise.resolve('denied') })
  const calls = playServer(newKey)
  await followDevice(true)
  expect(calls).toEqual([])
  expect(browser.subscribe).not.toHaveBeenCalled()
})
