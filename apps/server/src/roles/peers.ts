/** What the server's processes tell one another through the launcher. Money depends on the database alone. */
import process from 'node:process'
import { notice } from '@candor/api'
import * as z from 'zod/mini'
import { sourceFaults, sourceStates } from '../modules/quote-feeds/index.ts'
import { logNames, witnessOutcomes } from '../modules/transparency/index.ts'
import { verifierOutcomes, verifierRequest } from '../modules/verifier/index.ts'
import type { SharedMessage } from '../platform/bus/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Logger } from '../platform/logger.ts'

const prices = z.readonly(z.array(z.bigint()))
const codes = z.readonly(z.array(z.int()))
const frame = z.object({
  slot: z.int(),
  publishedMs: z.number(),
  prices,
  agesMs: z.readonly(z.array(z.number())),
  states: codes,
  epochs: codes,
  sourceKinds: codes,
  volumes: prices,
  figures: z.exactOptional(
    z.readonly(
      z.array(
        z.object({ instrumentId: z.int(), open: z.bigint(), high: z.bigint(), low: z.bigint(), volume: z.bigint() }),
      ),
    ),
  ),
})
const source = z.object({
  name: z.string(),
  state: z.enum(sourceStates),
  lastTickMs: z.nullable(z.number()),
  instrumentIds: codes,
  faults: z.partialRecord(z.enum(sourceFaults), z.number()),
})

const tickCount = z.object({ source: z.string(), outcome: z.string(), count: z.int() })

/** From the market: frames after their commit, and what its metrics count. */
const marketMessages = [
  z.object({ kind: z.literal('frame'), frame }),
  z.object({ kind: z.literal('lag'), slot: z.int(), lagMs: z.number(), ticks: z.readonly(z.array(tickCount)) }),
  z.object({ kind: z.literal('alarm'), name: z.string(), isRaised: z.boolean() }),
  z.object({ kind: z.literal('sources'), sources: z.readonly(z.array(source)) }),
] as const

const chain = z.enum(['TRC20', 'ERC20'])

/** From the watcher: deposits that it changed, and whether its polls succeed. */
const watcherMessages = [
  z.object({
    kind: z.literal('deposit'),
    customerId: z.bigint(),
    depositId: z.bigint(),
    state: z.enum(['under-review', 'completed', 'rejected', 'failed', 'lapsed']),
  }),
  z.object({ kind: z.literal('polled'), chain, wentThrough: z.boolean() }),
] as const

/** From the verifier: the outcome of a call. */
const verifierResponse = z.object({
  kind: z.literal('verified'),
  callId: z.string(),
  outcome: z.enum(verifierOutcomes),
})

/** From the log: the state of one of its logs, after each round; each response of a witness, and who is asked;
 * how many leaves of a log differ from what is stored. */
const logMessages = [
  z.object({
    kind: z.literal('log'),
    name: z.enum(logNames),
    size: z.int(),
    signedMs: z.nullable(z.number()),
    lagMs: z.number(),
    unsignedMs: z.number(),
    isStopped: z.boolean(),
  }),
  z.object({
    kind: z.literal('witness'),
    witness: z.string(),
    log: z.enum(logNames),
    outcome: z.enum(witnessOutcomes),
  }),
  z.object({ kind: z.literal('witnesses'), names: z.readonly(z.array(z.string())) }),
  z.object({ kind: z.literal('compared'), name: z.enum(logNames), differences: z.int() }),
] as const

const orders = z.readonly(z.array(z.object({ customerId: z.bigint(), orderId: z.bigint() })))
const customer = { customerId: z.bigint() }
const chatSign = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['changed', 'entered', 'left']), from: z.string(), ...customer }),
  z.object({ kind: z.literal('there'), from: z.string(), customerIds: z.readonly(z.array(z.bigint())) }),
  z.object({ kind: z.literal('queue') }),
  z.object({ kind: z.enum(['agent-types', 'customer-types']), ...customer, isTyping: z.boolean() }),
  z.object({ kind: z.literal('visited'), conversationId: z.bigint() }),
])

/** From the server of another start. */
const sharedMessage = z.object({
  kind: z.literal('shared'),
  shared: z.discriminatedUnion('topic', [
    z.object({
      topic: z.literal('session-revoked'),
      message: z.object({ ...customer, sessionId: z.nullable(z.bigint()) }),
    }),
    z.object({ topic: z.literal('customer-changed'), message: z.object(customer) }),
    z.object({
      topic: z.literal('touched'),
      message: z.object({
        orders,
        balances: z.readonly(z.array(z.bigint())),
        notices: z.readonly(z.array(z.object({ ...customer, notice }))),
      }),
    }),
    z.object({ topic: z.literal('chat'), message: chatSign }),
  ]),
})

const peerMessage = z.discriminatedUnion('kind', [
  ...marketMessages,
  ...watcherMessages,
  verifierResponse,
  ...logMessages,
  sharedMessage,
])
const watcherRequest = z.object({ kind: z.literal('assign-address'), chain, customerId: z.bigint() })
const verifierCall = z.object({ kind: z.literal('verify'), callId: z.string(), request: verifierRequest })

export type PeerMessage = z.output<typeof peerMessage>
export type MarketMessage = z.output<(typeof marketMessages)[number]>
export type WatcherMessage = z.output<(typeof watcherMessages)[number]>
/** From the server to the watcher: a customer wants to see an address, which the watcher stores. */
export type WatcherRequest = z.output<typeof watcherRequest>
export type VerifierResponse = z.output<typeof verifierResponse>
export type LogMessage = z.output<(typeof logMessages)[number]>
/** From the server to the verifier: what a passkey signed, as the browser sent it. */
export type VerifierCall = z.output<typeof verifierCall>

/** The server's connection to the other processes. */
export interface Peers {
  subscribe(take: (message: PeerMessage) => void): void
  /** Sends a request to the watcher or the verifier; the caller that waits for its effect repeats a lost one. */
  ask(request: WatcherRequest | VerifierCall): void
  /** Sends a message to the servers of other starts. It may be lost. */
  tell(shared: SharedMessage): void
}

/** The peers of this process: its parent carries the messages. */
export function peersOfParent(): Peers {
  return {
    subscribe: (take) => {
      process.on('message', (message) => {
        // Another start may run a newer version, with messages that this one does not know.
        const known = z.safeParse(peerMessage, message)
        if (known.success) take(known.data)
      })
    },
    ask: send,
    tell: (shared) => send({ kind: 'shared', shared }),
  }
}

const readyMessage = z.object({
  kind: z.literal('ready'),
  ports: z.nullable(z.object({ consolePort: z.int(), metricsPort: z.int() })),
})

/** From a process that is ready, to the launcher. */
export type ReadyMessage = z.output<typeof readyMessage>
/** The ports that a process opened, where its settings leave them to it. */
export type OpenedPorts = NonNullable<ReadyMessage['ports']>

/** Parses a message that may be that of a process that is ready; null for any other. */
export function parseReadyMessage(message: unknown): ReadyMessage | null {
  return z.safeParse(readyMessage, message).data ?? null
}

/** What a process of a role runs on. It tells the others what it has done. */
export interface RoleOptions<Message> {
  readonly config: Config
  readonly logger: Logger
  readonly tell: (message: Message) => void
}

/** Sends a message to the parent, if it is still there. */
export function send(message: PeerMessage | WatcherRequest | VerifierCall | ReadyMessage) {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Calls `take` for each request that reaches this process. */
export function onWatcherRequest(take: (request: WatcherRequest) => void): void {
  process.on('message', (message) => take(z.parse(watcherRequest, message)))
}

/** Calls `take` for each call of the verifier that reaches this process. */
export function onVerifierCall(take: (call: VerifierCall) => void): void {
  process.on('message', (message) => take(z.parse(verifierCall, message)))
}

/** Parses a message of another process's. */
export function parsePeerMessage(message: unknown): PeerMessage {
  return z.parse(peerMessage, message)
}
