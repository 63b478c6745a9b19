import { createCall } from '@candor/api/call'
import type { ApiClientOptions } from '@candor/api/call'
import { session } from '../session/index.ts'
import { currentTexts } from '../i18n/index.ts'
import { apiBaseOf, socketUrlOf } from './base.ts'

/** The specification's time-out of a call. */
const timeoutMs = 60_000

let takeEarlyResponse: (address: string, body: unknown) => Promise<Response> | null = () => null

/** Sets where a call finds the response of an equal request that the page has already sent. */
export function takeResponsesFrom(take: typeof takeEarlyResponse): void {
  takeEarlyResponse = take
}

type Listener = () => void
const notLoggedInListeners = new Set<Listener>()
const networkFailureListeners = new Set<Listener>()

/** Calls back on every HTTP 408. */
export function onNotLoggedIn(listener: Listener): () => void {
  notLoggedInListeners.add(listener)
  return () => notLoggedInListeners.delete(listener)
}

/** Calls back on every call that got no answer. */
export function onNetworkFailure(listener: Listener): () => void {
  networkFailureListeners.add(listener)
  return () => networkFailureListeners.delete(listener)
}

const apiBase =
  typeof window === 'undefined' ? 'http://localhost:8080' : apiBaseOf(window.location, import.meta.env.DEV)

/** The socket of this page's API. */
export const socketUrl = socketUrlOf(apiBase)

const options: Omit<ApiClientOptions, 'fetch'> = {
  base: `${apiBase}/api`,
  token: session.token,
  language: session.language,
  timeoutMs,
  texts: () => {
    const { t } = currentTexts()
    return {
      network: t('shared.failure.network'),
      unknown: t('shared.failure.unknown'),
      notLoggedIn: t('shared.failure.notLoggedIn'),
    }
  },
  onNotLoggedIn: () => notLoggedInListeners.forEach((listener) => listener()),
  onNetworkFailure: () => networkFailureListeners.forEach((listener) => listener()),
}

/** Calls an operation: `const result = await call(userLogin, { account, loginPassword })`. Never throws for what the server says. */
export const call = createCall({
  ...options,
  fetch: (input, init) =>
    takeEarlyResponse(String(input), init?.body)?.catch(() => fetch(input, init)) ?? fetch(input, init),
})

const nothing = () => undefined

/** The same for what the app asks by itself: that nobody is logged in any more, or the network is away, is then no news. */
export const callQuietly = createCall({
  ...options,
  onNotLoggedIn: nothing,
  onNetworkFailure: nothing,
  fetch: (input, init) => fetch(input, init),
})

/** What an upload or a download needs beside its operation. */
export const transferOptions = options

/** The address of a file that the API serves at a path. */
export function fileUrl(path: string): string {
  return apiBase + path
}
