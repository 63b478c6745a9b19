import type { Principal } from '../../platform/principal.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { isTokenText, newToken, tokenHash } from '../../platform/token.ts'
import type { Database } from '../../platform/transaction.ts'
import { deleteExpired, exchangeTicket, findToken, insertTicket } from './ticket-store.ts'
import type { ChatPrincipal } from './ticket-store.ts'

const ticketLastsMs = 60_000
const tokenLastsMs = 12 * 3_600_000

/** Access to the chat. */
export interface ChatAccess {
  /** A ticket for the customer of a session; it opens the chat once, within a minute. */
  draw(principal: Pick<Principal, 'sessionId'>): Promise<string>
  /** Exchanges a ticket for a token. `username` is the mobile number or the account number. */
  logIn(form: { readonly username: string; readonly password: string }): Promise<Result<ChatLogin, 'wrong-credentials'>>
  /** The customer behind a token, or null. */
  authenticate(token: string): Promise<ChatPrincipal | null>
  prune(): Promise<void>
}

interface ChatLogin {
  readonly principal: ChatPrincipal
  readonly token: string
  readonly expiresMs: number
}

/** Makes the access. Tickets and tokens are 256 random bits, of which only hashes are stored. */
export function createChatAccess(pool: Database): ChatAccess {
  return {
    async draw({ sessionId }) {
      const ticket = newToken()
      await insertTicket(pool, { hash: tokenHash(ticket), sessionId, lastsMs: ticketLastsMs })
      return ticket
    },
    async logIn({ username, password }) {
      if (!isTokenText(password)) return refuse('wrong-credentials')
      const token = newToken()
      const exchange = {
        username: username.trim(),
        ticketHash: tokenHash(password),
        tokenHash: tokenHash(token),
        lastsMs: tokenLastsMs,
      }
      const opened = await exchangeTicket(pool, exchange)
      return opened === null ? refuse('wrong-credentials') : ok({ ...opened, token })
    },
    authenticate: (token) => (isTokenText(token) ? findToken(pool, tokenHash(token)) : Promise.resolve(null)),
    prune: () => deleteExpired(pool),
  }
}
