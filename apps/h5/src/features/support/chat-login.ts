import { jsonOf } from '@candor/api'
import { indexKefuUser, supportLoginAnswer, supportLoginPath } from '@candor/api/support'
import { createCall } from '@candor/client'
import * as z from 'zod/mini'
import { callOptions, supportBase } from '../../shared/api/index.ts'
import { currentTexts } from '../../shared/i18n/index.ts'
import { session, supportToken } from '../../shared/device/index.ts'

/** The chat's login, for the socket and for photos. */
export interface ChatLogin {
  readonly id: string
  readonly token: string
}

/** `network`: retryable. `refused`: the server gave a reason. */
export type ChatLoginResult =
  | { readonly ok: true; readonly login: ChatLogin }
  | { readonly ok: false; readonly reason: 'network' | 'refused'; readonly msg: string }

const nothing = () => undefined

/** A disabled account has no login of its own any more, only a token for this. */
const callForTicket = createCall({
  ...callOptions,
  fetch: (input, init) => fetch(input, init),
  token: () => supportToken.get() ?? session.token(),
  onNotLoggedIn: nothing,
  onNetworkFailure: nothing,
})

/**
 * Requests a ticket and exchanges it for a chat login. A refusal without a text gets the specification's system error.
 */
export async function logInToChat(): Promise<ChatLoginResult> {
  const ticket = await callForTicket(indexKefuUser, {})
  if (!ticket.ok) return { ok: false, reason: ticket.error === 'network' ? 'network' : 'refused', msg: ticket.msg }
  const { mobile, password } = ticket.value.user
  const answer = await exchange(new URLSearchParams({ username: mobile, password, agentid: '0' }))
  if (answer === null) return { ok: false, reason: 'network', msg: '' }
  const systemError = currentTexts().t('support.systemError')
  if (!answer.success) return { ok: false, reason: 'refused', msg: systemError }
  if (answer.data.code !== 200) return { ok: false, reason: 'refused', msg: answer.data.msg || systemError }
  const { id, token } = answer.data.data
  return { ok: true, login: { id, token } }
}

/** Null when there was no response. */
async function exchange(body: URLSearchParams) {
  try {
    const response = await fetch(supportBase + supportLoginPath, {
      method: 'POST',
      headers: { lang: session.language() },
      body,
      // For the cookie by which a platform of several cells finds the one of the ticket.
      credentials: 'include',
      signal: AbortSignal.timeout(callOptions.timeoutMs),
    })
    return z.safeParse(supportLoginAnswer, jsonOf(await response.text()))
  } catch {
    // `fetch` rejects only without a response.
    return null
  }
}
