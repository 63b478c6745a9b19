import type { PublishedFrame } from '../platform/bus/index.ts'
import { systemRepeat } from '../platform/clock.ts'
import type { Repeat } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'

/** A market that sends nothing for this long is looked after in the database. */
const silentMs = 1_500
const lookEveryMs = 500

export interface FrameRelayOptions {
  readonly publish: (frame: PublishedFrame) => void
  /** Reads the stored frames after a slot, in order. */
  readonly loadAfter: (slot: number) => Promise<readonly PublishedFrame[]>
  /** The newest slot that is known already; null before the first frame. */
  readonly newestSlot: number | null
  readonly logger: Logger
  readonly monotonicMs?: () => number
  readonly repeat?: Repeat
}

/** Frames on their way from the market's messages to the bus of this process. */
export interface FrameRelay {
  take(frame: PublishedFrame): void
  stop(): void
}

/**
 * Publishes every frame once and in order. A message may be lost on its way: a frame that is missing before another
 * one, or while the market is silent, is read from the database, which has it: frames are stored before they are sent.
 */
export function createFrameRelay(options: FrameRelayOptions): FrameRelay {
  const { publish, loadAfter, logger, monotonicMs = () => performance.now(), repeat = systemRepeat } = options
  let newest = options.newestSlot
  let takenMs = monotonicMs()
  /** Frames that wait for those before them; null while none are read. */
  let waiting: PublishedFrame[] | null = null
  const pass = (frame: PublishedFrame) => {
    if (newest !== null && frame.slot <= newest) return
    newest = frame.slot
    publish(frame)
  }
  /** Publishes what is stored after a slot, and then the frames that came meanwhile, `behind` first. */
  const catchUp = async (after: number, behind: PublishedFrame[]) => {
    waiting = behind
    try {
      // What was sent tells more than what is stored: the day's figures come with it.
      for (const frame of await loadAfter(after)) pass(behind.find(({ slot }) => slot === frame.slot) ?? frame)
    } catch (error) {
      logger.warn({ err: error }, 'frames that were missed could not be read; it is tried again')
    }
    waiting = null
    for (const frame of behind) pass(frame)
  }
  const end = repeat(() => {
    if (newest !== null && waiting === null && monotonicMs() - takenMs >= silentMs) void catchUp(newest, [])
  }, lookEveryMs)
  return {
    take: (frame) => {
      takenMs = monotonicMs()
      if (waiting !== null) waiting.push(frame)
      else if (newest === null || frame.slot <= newest + 1) pass(frame)
      else void catchUp(newest, [frame])
    },
    stop: end,
  }
}
