import type { Logger } from '../../platform/logger.ts'
import type { CommittedFrame } from './frames-store.ts'

/** Frames come every half second: without one for longer, they are fetched as if none were sent. */
const patienceMs = 750
/** Messages that wait for the cell's database. What is more is fetched. */
const mostWaiting = 4
const logEveryMs = 10_000

export interface FrameReceiverOptions {
  /** Reads a message; null for one that the first cell did not sign. */
  readonly open: (message: Uint8Array) => CommittedFrame | null
  /** Publishes a frame in the cell, if it follows the newest one there and is not too late. Returns whether it did. */
  readonly publish: (frame: CommittedFrame) => Promise<boolean>
  /** Publishes what the cell lacks of the first cell's frames, from its database. */
  readonly fetch: () => Promise<void>
  readonly nowMs: () => number
  readonly logger: Logger
}

/** Publishes the frames of the first cell in another one, as messages bring them, or as they are fetched. */
export interface FrameReceiver {
  take(message: Uint8Array): void
  /** Fetches what is missing, unless messages bring the frames in time. */
  fetchMissing(): Promise<void>
  /** Ends after what is under way. */
  stop(): Promise<void>
}

/** Creates the receiver of a cell. One frame is published at a time, so that none overtakes another. */
export function createFrameReceiver(options: FrameReceiverOptions): FrameReceiver {
  const { open, publish, fetch, nowMs, logger } = options
  const drop = dropWith(options)
  let working: Promise<void> = Promise.resolve()
  let waiting = 0
  let isStopping = false
  /** The newest slot that a message was about, and until when the frame after it may take. */
  let newestSlot = -1
  let nextUntilMs = 0
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    const done = working.then(work).catch((error: unknown) => {
      logger.error({ err: error }, 'a frame of the first cell was not published')
    })
    working = done
    return done
  }
  const follow = async (frame: CommittedFrame) => {
    if (frame.slot <= newestSlot) return
    const isPublished = await publish(frame).catch((error: unknown) => {
      logger.error({ err: error, slot: frame.slot }, 'a frame that was sent could not be published: it is fetched')
      return false
    })
    // One before it was lost, or the cell has this one.
    if (!isPublished) await fetch()
    newestSlot = frame.slot
    nextUntilMs = Math.min(frame.publishedMs, nowMs()) + patienceMs
  }
  return {
    take(message) {
      if (isStopping || waiting >= mostWaiting) return
      const frame = open(message)
      if (frame === null) return drop(message.length)
      if (frame.slot <= newestSlot) return
      waiting += 1
      void inOrder(() => follow(frame).finally(() => (waiting -= 1)))
    },
    fetchMissing: () => (nowMs() < nextUntilMs ? Promise.resolve() : inOrder(fetch)),
    async stop() {
      isStopping = true
      await working
    },
  }
}

/** Logs messages that are no frames of the first cell: the first at once, then how many came meanwhile. */
function dropWith({ nowMs, logger }: FrameReceiverOptions): (bytes: number) => void {
  let dropped = 0
  let nextLogMs = -Infinity
  return (bytes) => {
    dropped += 1
    if (nowMs() < nextLogMs) return
    logger.error({ dropped, bytes }, 'messages that are no frames of the first cell were dropped')
    dropped = 0
    nextLogMs = nowMs() + logEveryMs
  }
}
