import type { FeedSession, FeedSink, FeedTick, QuoteFeed } from './quote-feed.ts'
import { readRecording, scanRecording, listTickRecordings } from './recording-file.ts'
import type { RecordedTick } from './recording-file.ts'
import { instrumentFor, planSegments, recordedSession } from './replay-plan.ts'
import type { ReplaySegment, ScannedRecording } from './replay-plan.ts'

/**
 * A pause longer than this in all sources of an instrument is a break of its session, a shorter one is a stale price.
 */
const breakMs = 15 * 60_000

/** Which recordings to replay, for which instruments, and how fast. */
export interface ReplayOptions {
  /** A folder with data/**.csv.gz. */
  readonly folder: string
  /** Recorded milliseconds that pass in one millisecond. */
  readonly speed: number
  readonly instrumentIds: ReadonlyMap<string, number>
  /** The instant at which the recordings begin, unix ms. */
  readonly startMs: number
  /** Plays only recordings that this accepts (by file path); all where absent. */
  readonly accepts?: (path: string) => boolean
}

/**
 * Replays recorded ticks in a loop. Each instrument plays its recordings in sequence, sources that overlap in time
 * together. Recorded times are shifted to now, recorded session breaks are kept, and every break between recordings is
 * marked.
 */
export async function openReplayFeed(options: ReplayOptions): Promise<QuoteFeed> {
  const players = new Map<number, InstrumentPlayer>()
  for (const [instrumentId, segments] of await plan(options)) {
    players.set(instrumentId, new InstrumentPlayer(instrumentId, segments, options))
  }
  return {
    name: 'replay',
    kindOf: (instrumentId) => (players.has(instrumentId) ? 'replay' : null),
    session: (instrumentId, atMs) => players.get(instrumentId)?.session(atMs) ?? null,
    openingPrice: (instrumentId) => players.get(instrumentId)?.openingPrice ?? null,
    async readUntil(untilMs, sink) {
      for (const player of players.values()) await player.readUntil(untilMs, sink)
    },
    async stop() {
      for (const player of players.values()) await player.stop()
    },
  }
}

async function plan(options: ReplayOptions): Promise<Map<number, ReplaySegment[]>> {
  const names = await listTickRecordings(options.folder)
  const byInstrument = new Map<number, ScannedRecording[]>()
  for (const name of names) {
    const instrumentId = options.instrumentIds.get(instrumentFor(name.symbol))
    if (instrumentId === undefined || options.accepts?.(name.path) === false) continue
    const scanned = await scanRecording(name.path, breakMs)
    byInstrument.set(instrumentId, [
      ...(byInstrument.get(instrumentId) ?? []),
      { path: name.path, provider: name.provider, ...scanned },
    ])
  }
  return new Map([...byInstrument].map(([instrumentId, recordings]) => [instrumentId, planSegments(recordings)]))
}

/** Plays the segments of one instrument, for ever. */
class InstrumentPlayer {
  readonly #instrumentId: number
  readonly #segments: readonly ReplaySegment[]
  readonly #speed: number
  #index = 0
  /** When the current segment began, in time of the server. */
  #startMs: number
  #readers: RecordingReader[] = []

  constructor(instrumentId: number, segments: readonly ReplaySegment[], options: ReplayOptions) {
    this.#instrumentId = instrumentId
    this.#segments = segments
    this.#speed = options.speed
    this.#startMs = options.startMs
    this.#openReaders()
  }

  get openingPrice(): string | null {
    return this.#segment.recordings[0]?.firstPrice ?? null
  }

  session(atMs: number): FeedSession {
    const { isOpen, closesMs, opensMs } = recordedSession(this.#segment, this.#toRecordedMs(atMs))
    return { isOpen, closesMs: this.#toServerMs(closesMs), opensMs: this.#toServerMs(opensMs) }
  }

  async readUntil(untilMs: number, sink: FeedSink): Promise<void> {
    for (;;) {
      await this.#readSegment(this.#toRecordedMs(untilMs), sink)
      const endMs = this.#startMs + (this.#segment.toMs - this.#segment.fromMs) / this.#speed + 1
      if (endMs >= untilMs) return
      await this.stop()
      this.#index = (this.#index + 1) % this.#segments.length
      this.#startMs = endMs
      this.#openReaders()
      sink.seam(this.#instrumentId)
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.stop()))
  }

  get #segment(): ReplaySegment {
    const segment = this.#segments[this.#index]
    if (segment === undefined) throw new Error(`instrument ${this.#instrumentId} has no recording to play`)
    return segment
  }

  #openReaders(): void {
    this.#readers = this.#segment.recordings.map((recording) => new RecordingReader(recording))
  }

  async #readSegment(untilRecordedMs: number, sink: FeedSink): Promise<void> {
    for (;;) {
      let next: RecordingReader | undefined
      for (const reader of this.#readers) {
        const peeked = reader.isEmpty ? await reader.fill() : reader.peek()
        if (
          peeked !== undefined &&
          peeked.timeMs < untilRecordedMs &&
          (next === undefined || peeked.timeMs < (next.peek()?.timeMs ?? Infinity))
        )
          next = reader
      }
      const tick = next?.take()
      if (next === undefined || tick === undefined) return
      sink.tick(this.#toFeedTick(tick, next.provider))
    }
  }

  #toFeedTick(tick: RecordedTick, source: string): FeedTick {
    return {
      ...tick,
      instrumentId: this.#instrumentId,
      source,
      timeMs: this.#startMs + (tick.timeMs - this.#segment.fromMs) / this.#speed,
    }
  }

  #toRecordedMs(serverMs: number): number {
    return this.#segment.fromMs + (serverMs - this.#startMs) * this.#speed
  }

  #toServerMs(recordedMs: number | null): number | null {
    return recordedMs === null ? null : Math.floor(this.#startMs + (recordedMs - this.#segment.fromMs) / this.#speed)
  }
}

/** Reads one recording ahead by a batch, so that a tick is at hand without waiting. */
class RecordingReader {
  readonly provider: string
  readonly #batches: AsyncGenerator<RecordedTick[]>
  #batch: RecordedTick[] = []
  #position = 0
  #isDone = false

  constructor(recording: ScannedRecording) {
    this.provider = recording.provider
    this.#batches = readRecording(recording.path)
  }

  get isEmpty(): boolean {
    return !this.#isDone && this.#position >= this.#batch.length
  }

  peek(): RecordedTick | undefined {
    return this.#batch[this.#position]
  }

  take(): RecordedTick | undefined {
    const tick = this.peek()
    this.#position += 1
    return tick
  }

  /** Reads until a tick is at hand or the recording is over. */
  async fill(): Promise<RecordedTick | undefined> {
    while (this.isEmpty) {
      const next: IteratorResult<RecordedTick[], unknown> = await this.#batches.next()
      this.#batch = next.done === true ? [] : next.value
      this.#position = 0
      this.#isDone = next.done === true
    }
    return this.peek()
  }

  async stop(): Promise<void> {
    await this.#batches.return(undefined)
  }
}
