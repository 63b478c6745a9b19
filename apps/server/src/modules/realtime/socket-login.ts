import type { ServerMessage } from '@candor/api'
import type { Logger } from '../../platform/logger.ts'
import type { Principal } from '../../platform/principal.ts'
import type { SocketConnection } from '../../platform/websocket/index.ts'

const internalError = 1011
/** Close code of a socket whose session ended: the client must not reconnect with the same token. */
export const sessionEnded = 4001

type SocketError = Extract<ServerMessage, { op: 'error' }>['error']

export interface SocketLoginDependencies {
  readonly connection: SocketConnection
  readonly logger: Logger
  authenticate(token: string): Promise<Principal | null>
  /** Whether this network may try one more token; counts it. */
  admitAuth(address: string): boolean
  /**
   * Whether a socket whose login is refused is closed: on a platform of several cells the login may be in another one,
   * where the client's next socket goes.
   */
  readonly endsRefused: boolean
  refuse(error: SocketError): void
  /** The customer is known: from now on a revocation must find this socket. */
  onLoggedIn(principal: Principal): void
  /** The session is still valid after `onLoggedIn`. */
  onConfirmed(): void
}

/** Logs one socket in, one attempt at a time. */
export interface SocketLogin {
  begin(token: string): void
  /** The socket is closed: an attempt in progress has no effect. */
  end(): void
}

/**
 * Creates a socket's login. A failed lookup closes the socket, so that the client retries; it never stops the server.
 */
export function createSocketLogin(deps: SocketLoginDependencies): SocketLogin {
  let isRunning = false
  let isEnded = false

  const attempt = async (token: string): Promise<void> => {
    const found = await deps.authenticate(token)
    if (isEnded) return
    if (found === null || !found.isEnabled) {
      deps.refuse('not-logged-in')
      if (deps.endsRefused) deps.connection.close(sessionEnded, 'not logged in')
      return
    }
    deps.onLoggedIn(found)
    // If the session was revoked between the lookup and the registration, nothing closed this socket: check again now.
    if ((await deps.authenticate(token)) === null) deps.connection.close(sessionEnded, 'session ended')
    else deps.onConfirmed()
  }

  return {
    begin(token) {
      if (isRunning || !deps.admitAuth(deps.connection.address)) {
        deps.refuse('frequent-operations')
        return
      }
      isRunning = true
      attempt(token)
        .catch((fault: unknown) => {
          deps.logger.error({ err: fault }, 'a socket could not be logged in')
          deps.refuse('system-error')
          deps.connection.close(internalError, 'try again')
        })
        .finally(() => {
          isRunning = false
        })
    },
    end() {
      isEnded = true
    },
  }
}
