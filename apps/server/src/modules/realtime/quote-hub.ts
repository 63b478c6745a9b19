import type { QuoteView } from '@candor/api'
import type { Metrics } from '../../platform/metrics.ts'
import { textFrame } from '../../platform/websocket/index.ts'
import { Audiences } from './audiences.ts'
import type { QuoteListener } from './audiences.ts'
import { audienceKey, audienceOf, changedCells, figureCells, frameMessage, snapshotMessage } from './realtime.ts'
import type { FannedFrame, FannedInstrument, QuotesArguments } from './realtime.ts'

/**
 * A socket with more buffered bytes gets no frames until it has caught up; then it gets one snapshot instead of the
 * backlog.
 */
const conflateAboveBytes = 64 * 1024
/** A socket that stays above the limit for this many frames (30 s) is closed. */
const droppedAfterFrames = 60

/** The newest figures of an instrument, for snapshots. */
export interface QuoteReader {
  readonly instruments: readonly FannedInstrument[]
  quote(instrumentId: number): QuoteView | null
}

interface Audience {
  readonly instruments: readonly FannedInstrument[]
  /** Consecutive frames each listener missed; 0 means that it keeps up. */
  readonly members: Map<QuoteListener, number>
  /** The snapshot of a slot, serialised once for all requests. */
  snapshot: { readonly slot: number; readonly bytes: Buffer } | null
}

export interface QuoteHub {
  /** Replaces the listener's subscription and sends a snapshot at once. False when a symbol is unknown. */
  subscribe(listener: QuoteListener, args: QuotesArguments): boolean
  unsubscribe(listener: QuoteListener): void
  /** Sends a frame to all listeners, serialised once per audience. */
  broadcast(frame: FannedFrame): void
}

/** Creates the fan-out of frames: audiences share one serialisation, slow sockets are conflated to the newest frame. */
export function createQuoteHub(reader: QuoteReader, metrics: Metrics): QuoteHub {
  const audiences = new Audiences<Audience>()
  let newest: FannedFrame | null = null

  const sendSnapshot = (listener: QuoteListener, audience: Audience): void => {
    if (newest !== null) listener.connection.write(snapshotOf(audience, newest, reader))
  }

  const unsubscribe = (listener: QuoteListener): void => audiences.remove(listener)

  const deliver = (listener: QuoteListener, audience: Audience, bytes: Buffer): void => {
    const missed = audience.members.get(listener) ?? 0
    if (listener.connection.bufferedBytes() > conflateAboveBytes) {
      metrics.conflatedFrames.inc()
      audience.members.set(listener, missed + 1)
      if (missed + 1 >= droppedAfterFrames) drop(listener)
      return
    }
    if (missed > 0) {
      audience.members.set(listener, 0)
      sendSnapshot(listener, audience)
    } else {
      listener.connection.write(bytes)
    }
  }

  const drop = (listener: QuoteListener): void => {
    metrics.droppedSockets.inc()
    unsubscribe(listener)
    listener.connection.close(1013, 'too slow')
  }

  return {
    unsubscribe,
    subscribe(listener, args) {
      const instruments = audienceOf(args, reader.instruments)
      if (instruments === null) return false
      const create = () => ({ instruments, members: new Map<QuoteListener, number>(), snapshot: null })
      const audience = audiences.move(listener, audienceKey(args), create)
      audience.members.set(listener, 0)
      sendSnapshot(listener, audience)
      return true
    },
    broadcast(frame) {
      const cells = changedCells(frame, newest, reader.instruments)
      const figures = figureCells(frame, reader.instruments)
      newest = frame
      for (const audience of audiences.all()) {
        const bytes = textFrame(frameMessage(frame, audience.instruments, cells, figures))
        for (const listener of audience.members.keys()) deliver(listener, audience, bytes)
      }
    },
  }
}

/** The snapshot of an audience at a frame, serialised once a slot. */
function snapshotOf(audience: Audience, { slot, publishedMs }: FannedFrame, reader: QuoteReader): Buffer {
  if (audience.snapshot?.slot === slot) return audience.snapshot.bytes
  const items = audience.instruments.map(({ id }) => reader.quote(id)).filter((quote) => quote !== null)
  const bytes = textFrame(snapshotMessage(slot, publishedMs, items))
  audience.snapshot = { slot, bytes }
  return bytes
}
