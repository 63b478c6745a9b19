/** A quote or trade as a live source sent it. Prices and sizes are decimal strings, unchanged. */
export interface SourceQuote {
  readonly kind: 'quote'
  /** The source's own name of the instrument. */
  readonly symbol: string
  /** The scope of `order` and `sequence`: one channel of one symbol. */
  readonly stream: string
  readonly bid: string | null
  readonly ask: string | null
  readonly last: string | null
  readonly volume: string | null
  /** The source's own time of the event, unix ms; null when the source gives none, or reports current state. */
  readonly sourceTimeMs: number | null
  /**
   * Rises with every message of the stream: repeats and steps back are dropped. Null when the source numbers nothing.
   */
  readonly order: number | null
  /** Whether `order` rises by exactly one, so that a hole means lost messages. */
  readonly isConsecutive: boolean
}

/** One message of a source, in a form common to all sources. */
export type SourceMessage =
  | SourceQuote
  /** A sign of life without a price. */
  | { readonly kind: 'alive' }
  /** The source will never offer this symbol. */
  | { readonly kind: 'refused'; readonly symbol: string }
  /** The source announces that it will close the connection. */
  | { readonly kind: 'closing' }

/** How patient the keeper of a connection is, in milliseconds. */
export interface SourceLimits {
  /** Until a connection must be open. */
  readonly connectMs: number
  /** Without any understood message for so long, a connection is dead. */
  readonly silenceMs: number
  /** A connection is replaced, without a break, when it is this old. */
  readonly lifeMs: number
  /** Between two messages that we send. */
  readonly sendEveryMs: number
  /** Minimum time between two replacements, whatever their reasons. */
  readonly renewEveryMs: number
  readonly retry: RetryLimits
}

export interface RetryLimits {
  readonly firstMs: number
  readonly longestMs: number
  /** A connection that lasted so long was a good one: the next retry is a first one again. */
  readonly steadyMs: number
}

/** A request to a source that streams lines of text in an endless HTTP response. */
export interface LineRequest {
  readonly headers: Readonly<Record<string, string>>
  /**
   * Lists the available instruments: requested first, because one unknown instrument may fail the whole stream request.
   */
  readonly listUrl: string
  /** Their names; null when the response is garbage. */
  readList(text: string): readonly string[] | null
  /** The URL of these instruments' prices, by the source's own names. */
  urlOf(names: readonly string[]): string
}

/** A source of live prices: its address, its requests, and how its messages are parsed. Pure data and functions. */
export interface LiveSource {
  /** A stable name such as "kraken": the label of its ticks, metrics and health. */
  readonly name: string
  readonly url: string
  /** The source's own name of each of our symbols that it has. */
  readonly symbols: ReadonlyMap<string, string>
  /** Sent in this order after the connection opens. */
  readonly greetings: readonly string[]
  /** Sent periodically, if the source requires it. */
  readonly keepAlive: { readonly text: string; readonly everyMs: number } | null
  readonly limits: SourceLimits
  /** Present when the source streams lines over HTTP; otherwise it is a WebSocket. */
  readonly lines?: LineRequest
  /** Texts that must never be written anywhere: keys, tokens, accounts. */
  readonly secrets?: readonly string[]
  /** Reads one message; null where it is garbage. A message that is well-formed but of no interest is no message. */
  read(text: string): readonly SourceMessage[] | null
}

/** A source's state: opening its first connection, live, waiting to retry, or unused. */
export const sourceStates = ['connecting', 'live', 'down', 'unused'] as const
export type SourceState = (typeof sourceStates)[number]

/** Counted errors of a source, none of which reaches a price. */
export const sourceFaults = ['disconnect', 'garbage', 'gap', 'repeat', 'lag', 'overflow', 'unknown-symbol'] as const
export type SourceFault = (typeof sourceFaults)[number]

/** The health of one source. */
export interface SourceHealth {
  readonly name: string
  readonly state: SourceState
  /** When its newest tick arrived, unix ms; null before the first. */
  readonly lastTickMs: number | null
  /** The instruments that it has priced since it was opened. */
  readonly instrumentIds: readonly number[]
  /** Errors since the last `takeHealth`. */
  readonly faults: Readonly<Partial<Record<SourceFault, number>>>
}

/** Defaults for a public source, unless its adapter overrides them. */
export const usualLimits: SourceLimits = {
  connectMs: 5_000,
  silenceMs: 5_000,
  lifeMs: 23 * 3_600_000,
  sendEveryMs: 50,
  renewEveryMs: 60_000,
  retry: { firstMs: 1_000, longestMs: 60_000, steadyMs: 30_000 },
}

/**
 * Milliseconds to wait before retrying after `failures` (at least 1) in a row: exponential with full jitter, so that
 * clients of a recovering source do not all reconnect at once; never less than a quarter of the first step.
 */
export function retryDelayMs(failures: number, limits: RetryLimits, random: () => number): number {
  const ceilingMs = Math.min(limits.longestMs, limits.firstMs * 2 ** Math.min(failures - 1, 20))
  const floorMs = limits.firstMs / 4
  return floorMs + random() * (ceilingMs - floorMs)
}

/** A text without the secrets of a source. */
export function withoutSecrets(text: string, { secrets = [] }: Pick<LiveSource, 'secrets'>): string {
  return secrets.filter((secret) => secret !== '').reduce((kept, secret) => kept.replaceAll(secret, '[secret]'), text)
}
