/** A quote or a trade as a live source says it. Prices and sizes are decimal strings exactly as they were sent. */
export interface SourceQuote {
  readonly kind: 'quote'
  /** The source's own name of the instrument. */
  readonly symbol: string
  /** What `order` and `sequence` count in: one channel of one symbol. */
  readonly stream: string
  readonly bid: string | null
  readonly ask: string | null
  readonly last: string | null
  readonly volume: string | null
  /** When the source says it happened, unix ms; null where the source does not say, or says what stands now. */
  readonly sourceTimeMs: number | null
  /** Rises with every message of the stream: a repeat or a step back is dropped. Null where the source numbers nothing. */
  readonly order: number | null
  /** Whether `order` rises by exactly one, so that a hole means lost messages. */
  readonly isConsecutive: boolean
}

/** What one message of a source says, in the words that all sources share. */
export type SourceMessage =
  | SourceQuote
  /** A sign of life without a price. */
  | { readonly kind: 'alive' }
  /** This symbol will never come from here. */
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
  /** Between two replacements, however many reasons there are. */
  readonly renewEveryMs: number
  readonly retry: RetryLimits
}

export interface RetryLimits {
  readonly firstMs: number
  readonly longestMs: number
  /** A connection that lasted so long was a good one: the next retry is a first one again. */
  readonly steadyMs: number
}

/** How a source is asked that answers with lines of text in an HTTP response that does not end. */
export interface LineRequest {
  readonly headers: Readonly<Record<string, string>>
  /** Names the instruments that can be had: asked first, since one too many may refuse them all. */
  readonly listUrl: string
  /** Their names; null where the answer is garbage. */
  readList(text: string): readonly string[] | null
  /** Where the prices of these instruments come from, by the source's own names. */
  urlOf(names: readonly string[]): string
}

/** A source of live prices: where it is, how it is asked, and how its messages are read. Pure data and functions. */
export interface LiveSource {
  /** A stable name such as "kraken": the label of its ticks, metrics and health. */
  readonly name: string
  readonly url: string
  /** The source's own name of each of our symbols that it has. */
  readonly symbols: ReadonlyMap<string, string>
  /** Sent in this order after the connection opens. */
  readonly greetings: readonly string[]
  /** Sent over and over, where the source wants that. */
  readonly keepAlive: { readonly text: string; readonly everyMs: number } | null
  readonly limits: SourceLimits
  /** Present where the source speaks in lines over HTTP; else it is a WebSocket. */
  readonly lines?: LineRequest
  /** Texts that must never be written anywhere: keys, tokens, accounts. */
  readonly secrets?: readonly string[]
  /** Reads one message; null where it is garbage. A message that is well-formed but of no interest is no message. */
  read(text: string): readonly SourceMessage[] | null
}

/** Where a source stands: opening its first connection, live, waiting to try again, or not used by any instrument. */
export const sourceStates = ['connecting', 'live', 'down', 'unused'] as const
export type SourceState = (typeof sourceStates)[number]

/** Faults of a source that are counted, none of which reaches a price. */
export type SourceFault = 'disconnect' | 'garbage' | 'gap' | 'repeat' | 'lag' | 'overflow' | 'unknown-symbol'

/** The health of one source. */
export interface SourceHealth {
  readonly name: string
  readonly state: SourceState
  /** When its newest tick came, unix ms; null before the first. */
  readonly lastTickMs: number | null
  /** The instruments that it has priced since it was opened. */
  readonly instrumentIds: readonly number[]
  /** Faults since health was last taken. */
  readonly faults: Readonly<Partial<Record<SourceFault, number>>>
}

/** What suits a public source, unless its adapter knows better. */
export const usualLimits: SourceLimits = {
  connectMs: 5_000,
  silenceMs: 5_000,
  lifeMs: 23 * 3_600_000,
  sendEveryMs: 50,
  renewEveryMs: 60_000,
  retry: { firstMs: 1_000, longestMs: 60_000, steadyMs: 30_000 },
}

/**
 * Milliseconds to wait before trying again after `failures` (at least 1) in a row: exponential with full jitter, so that many
 * clients of a source that comes back do not all arrive at once; never less than a quarter of the first step.
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
