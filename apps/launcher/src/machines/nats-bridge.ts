import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, credsAuthenticator } from '@nats-io/transport-node'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Config, ProcessRole } from '../../../server/src/platform/config/index.ts'
import { LaunchError } from '../launch-error.ts'
import { decodeMessage, encodeMessage } from './wire-text.ts'

const connectWithinMs = 5_000
const reconnectEveryMs = 500
/** A connection that does not respond to two in a row has ended. */
const pingEveryMs = 2_000

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
 * Connects to NATS, at the first of its addresses that responds, and again whenever the connection ends. Messages of a
 * role have a subject of its own, `candor.<role>`, so that an account of NATS may be restricted to those that its
 * machine sends. Throws LaunchError where NATS cannot be reached.
 */
export async function openBridge(options: BridgeOptions): Promise<Bridge> {
  const closing = new AbortController()
  const first = await openAny(options)
  // What is buffered while NATS is gone would arrive late, all at once: nothing is.
  let current: NatsConnection | null = first
  const keep = async (opened: NatsConnection): Promise<void> => {
    await opened.closed()
    if (closing.signal.aborted) return
    current = null
    options.print('NATS cannot be reached: frames come from the database.')
    while (current === null) {
      await sleep(reconnectEveryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      current = await openAny(options).catch(() => null)
    }
    options.print('NATS is reached again.')
    return keep(current)
  }
  const keeping = keep(first)
  return {
    publish: (from, message) => {
      if (current?.isClosed() === false) current.publish(subjectOf(from), encodeMessage(message))
    },
    close: async () => {
      closing.abort()
      await current?.drain().catch(() => current?.close())
      await keeping
    },
  }
}

/** Connects to the first address that responds, and subscribes to what is wanted. Throws LaunchError. */
async function openAny(options: BridgeOptions): Promise<NatsConnection> {
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

function subscribe(connection: NatsConnection, { listensTo, take }: BridgeOptions): void {
  for (const role of listensTo)
    connection.subscribe(subjectOf(role), {
      callback: (error, message) => {
        if (error !== null) return
        const decoded = readMessage(message.string())
        if (decoded !== undefined) take(role, decoded)
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
