import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, credsAuthenticator } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Config } from '../../../server/src/platform/config/index.ts'
import { LaunchError } from '../launch-error.ts'

const connectWithinMs = 5_000
const reconnectEveryMs = 500
/** A connection that does not respond to two in a row has ended. */
const pingEveryMs = 2_000

/** A connection to NATS that is opened again whenever it ends. */
export interface NatsLink {
  /** Sends a message; it is lost while NATS cannot be reached. */
  publish(subject: string, message: string | Uint8Array): void
  close(): Promise<void>
}

export interface NatsLinkOptions extends Pick<Config, 'natsUrl' | 'natsCredentials'> {
  /** The subjects whose messages are wanted. */
  readonly subjects: readonly string[]
  /** Called for each message of others; what is published by this link does not come back. */
  readonly take: (subject: string, message: Uint8Array) => void
  /** Prints a line for the operator: NATS is gone, or reached again. */
  readonly print: (line: string) => void
  /** Opens also while NATS cannot be reached, and connects once it can. */
  readonly mayWait?: boolean
}

/**
 * Connects to NATS, at the first of its addresses that responds, and again whenever the connection ends. Throws
 * LaunchError where NATS cannot be reached, unless the link may wait for it.
 */
export async function openNatsLink(options: NatsLinkOptions): Promise<NatsLink> {
  const closing = new AbortController()
  // What is buffered while NATS is gone would arrive late, all at once: nothing is.
  let current: NatsConnection | null = await openAny(options).catch((error: unknown) => {
    if (options.mayWait !== true || !(error instanceof LaunchError)) throw error
    options.print(error.message)
    return null
  })
  const reopen = async (): Promise<NatsConnection | null> => {
    options.print('NATS cannot be reached: frames come from the database.')
    for (;;) {
      await sleep(reconnectEveryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return null
      const opened = await openAny(options).catch(() => null)
      if (opened === null) continue
      options.print('NATS is reached again.')
      return opened
    }
  }
  const keep = async (opened: NatsConnection | null): Promise<void> => {
    await opened?.closed()
    current = null
    if (closing.signal.aborted) return
    const next = await reopen()
    if (next === null) return
    current = next
    // It was opened while the link was closing.
    if (closing.signal.aborted) await next.close()
    return keep(next)
  }
  const keeping = keep(current)
  return {
    publish: (subject, message) => {
      if (current?.isClosed() === false) current.publish(subject, message)
    },
    close: async () => {
      closing.abort()
      await current?.drain().catch(() => current?.close())
      await keeping
    },
  }
}

/** Connects to the first address that responds, and subscribes to what is wanted. Throws LaunchError. */
async function openAny(options: NatsLinkOptions): Promise<NatsConnection> {
  const faults: string[] = []
  for (const address of options.natsUrl.split(',')) {
    try {
      const connection = await open(address, options.natsCredentials)
      subscribe(connection, options)
      await connection.flush()
      return connection
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new LaunchError(`NATS at CANDOR_NATS_URL cannot be used: ${[...new Set(faults)].join('; ')}.`)
}

/** The client reads no login from an address, and has one for all: so each connection is to one address. */
async function open(address: string, credentials: string): Promise<NatsConnection> {
  const { protocol, host } = new URL(address)
  return connect({
    servers: [host],
    name: 'candor',
    noEcho: true,
    timeout: connectWithinMs,
    reconnect: false,
    pingInterval: pingEveryMs,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...loginOf(address),
    ...(credentials === '' ? {} : { authenticator: credsAuthenticator(await readFile(credentials)) }),
  })
}

function subscribe(connection: NatsConnection, { subjects, take }: NatsLinkOptions): void {
  for (const subject of subjects)
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) take(subject, message.data)
      },
    })
}

/** The name and password of an address. */
function loginOf(address: string): { user: string; pass: string } | { token: string } | Record<string, never> {
  const { username, password } = new URL(address)
  if (username === '') return {}
  const user = decodeURIComponent(username)
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }
}
