import { createCall, createListeners } from '@candor/client'
import type { ApiClientOptions } from '@candor/client'
import { session } from '../device/index.ts'
import { currentTexts } from '../i18n/index.ts'
import { apiBaseOf, socketUrlOf } from '@candor/client/api-base'

/** The specification's time-out of a call. */
const timeoutMs = 60_000

let takeEarlyResponse: (address: string, body: unknown) => Promise<Response> | null = () => null

/** Sets where a call finds the response of an equal request that the page has already sent. */
export function takeResponsesFrom(take: typeof takeEarlyResponse): void {
  takeEarlyResponse = take
}

const notLoggedIn = createListeners<[]>()
const networkFailure = createListeners<[]>()
const disabledNotices = createListeners<[]>()
let isDisabled = false

/** Adds a listener for every HTTP 408. */
export const onNotLoggedIn = notLoggedIn.add

/** Adds a listener for every call without a response. */
export const onNetworkFailure = networkFailure.add

/** Whether the server has refused the signed-in account as disabled, until that is shown. */
export const disabledAccount = {
  get: (): boolean => isDisabled,
  set: (value: boolean): void => {
    if (value === isDisabled) return
    isDisabled = value
    disabledNotices.notify()
  },
  subscribe: disabledNotices.add,
}

const apiBase =
  typeof window === 'undefined' ? 'http://localhost:8080' : apiBaseOf(window.location, import.meta.env.DEV)

/** The socket of this page's API. */
export const socketUrl = socketUrlOf(apiBase)

/** What calls, uploads and downloads share. */
export const callOptions: Omit<ApiClientOptions, 'fetch'> = {
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
  onNotLoggedIn: notLoggedIn.notify,
  onNetworkFailure: networkFailure.notify,
  // At the login there is no session yet: its page says so itself.
  onAccountDisabled: () => disabledAccount.set(session.token() !== null),
}

/**
 * Calls an operation: `const result = await call(userLogin, { account, loginPassword })`. Refusals are results; `call`
 * never throws.
 */
export const call = createCall({
  ...callOptions,
  fetch: (input, init) =>
    takeEarlyResponse(String(input), init?.body)?.catch(() => fetch(input, init)) ?? fetch(input, init),
})

const nothing = () => undefined

/** Like `call`, for calls that the app makes by itself: a lost login or network is not reported. */
export const callQuietly = createCall({
  ...callOptions,
  onNotLoggedIn: nothing,
  onNetworkFailure: nothing,
  fetch: (input, init) => fetch(input, init),
})

/** The address of a file that the API serves. */
export function fileUrl(path: string): string {
  return apiBase + path
}
