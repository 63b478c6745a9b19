import { readFile } from 'node:fs/promises'
import { connect, credsAuthenticator } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Config, ProcessRole } from '../../../server/src/platform/config/index.ts'
import { LaunchError } from '../launch-error.ts'
import { decodeMessage, encodeMessage } from './wire-text.ts'

const connectWithinMs = 5_000
const reconnectEveryMs = 500

/** Carries messages of this start's processes to those of other starts. */
export interface Bridge {
  /** Sends a message of a process; it is lost while NATS cannot be reached. */
  publish(from: ProcessRole, message: unknown): void
  close(): Promise<void>
}

export interface BridgeOptions extends Pick<Config, 'natsUrl' | 'natsCredentials'> {
  /** The roles of other starts whose messages are wanted here. */
  readonly listensTo: readonly ProcessRole[]
  /** Called for each of their messages. */
  readonly take: (from: ProcessRole, message: unknown) => void
  /** Prints a line for the operator: NATS is gone, or reached again. */
  readonly print: (line: string) => void
}

/**
 * Connects to NATS. Messages of a role have a subject of its own, `candor.<role>`, so that an account of NATS may be
 * restricted to those that its machine sends. Throws LaunchError where NATS cannot be reached.
 */
export async function openBridge(options: BridgeOptions): Promise<Bridge> {
  const connection = await open(options)
  let isReached = true
  const watch = async () => {
    for await (const { type } of connection.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue
      isReached = type === 'reconnect'
      options.print(isReached ? 'NATS is reached again.' : 'NATS cannot be reached: frames come from the database.')
    }
  }
  void watch()
  for (const role of options.listensTo)
    connection.subscribe(subjectOf(role), {
      callback: (error, message) => {
        if (error !== null) return
        const decoded = readMessage(message.string())
        if (decoded !== undefined) options.take(role, decoded)
      },
    })
  await connection.flush()
  return {
    publish: (from, message) => {
      // What is buffered while NATS is gone would arrive late, all at once.
      if (isReached && !connection.isClosed()) connection.publish(subjectOf(from), encodeMessage(message))
    },
    close: () => connection.drain().catch(() => connection.close()),
  }
}

async function open({ natsUrl, natsCredentials }: BridgeOptions): Promise<NatsConnection> {
  const servers = natsUrl.split(',')
  try {
    return await connect({
      servers,
      name: 'candor',
      noEcho: true,
      timeout: connectWithinMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectEveryMs,
      ...(servers.some((server) => server.startsWith('tls:')) ? { tls: {} } : {}),
      ...loginOf(servers[0] ?? ''),
      ...(natsCredentials === '' ? {} : { authenticator: credsAuthenticator(await readFile(natsCredentials)) }),
    })
  } catch (error) {
    throw new LaunchError(
      `NATS at CANDOR_NATS_URL cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

/** The name and password of an address, which the client does not read by itself. */
function loginOf(server: string): { user: string; pass: string } | { token: string } | Record<string, never> {
  const { username, password } = new URL(server)
  if (username === '') return {}
  const user = decodeURIComponent(username)
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }
}

function subjectOf(role: ProcessRole): string {
  return `candor.${role}`
}

/** Decodes a message; undefined for a text that is not one. */
function readMessage(text: string): unknown {
  try {
    return decodeMessage(text)
  } catch {
    return undefined
  }
}
