import { generateKeyPairSync } from 'node:crypto'
import type { Pool } from 'pg'
import {
  copyFrames,
  createFrameReceiver,
  openFrame,
  publishFollowing,
  readFrame,
  sealFrame,
} from '../../../server/src/modules/cells/index.ts'
import type { FrameReceiver } from '../../../server/src/modules/cells/index.ts'
import type { Config } from '../../../server/src/platform/config/index.ts'
import type { Logger } from '../../../server/src/platform/logger.ts'
import { startRounds } from '../../../server/src/platform/rounds.ts'
import { openNatsLink } from '../machines/nats-link.ts'
import type { NatsLink } from '../machines/nats-link.ts'

const fetchEveryMs = 100
/** Later frames would be refused: a cell that was away begins with the newest. */
const framesAtOnce = 5
/** Of the first cell's frames. Who may publish on it can delay no frame and change none, but make work. */
const subject = 'candor.cells.frame'

/** Where NATS is; no address where there is none. */
export type NatsSettings = Pick<Config, 'natsUrl' | 'natsCredentials'>

export interface FrameExchangeOptions {
  readonly first: Pool
  /** The other cells by their numbers. */
  readonly followers: readonly (readonly [number, Pool])[]
  readonly nats: NatsSettings
  readonly logger: Logger
  readonly print: (line: string) => void
}

/** Carries the frames of the first cell to all others. */
export interface FrameExchange {
  /** The first cell has committed the frame of a slot: it is sent, where there is NATS. */
  committed(slot: number): void
  stop(): Promise<void>
}

/**
 * Starts the exchange: each other cell takes frames from NATS, where it is configured, and fetches from the first
 * cell's database what does not come. The key that signs what is sent is made here, and nobody else has it.
 */
export async function startFrameExchange(options: FrameExchangeOptions): Promise<FrameExchange> {
  const { first, followers, nats, logger } = options
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const receivers = followers.map(([number, cell]) =>
    createFrameReceiver({
      open: (message) => openFrame(message, publicKey),
      publish: (frame) => publishFollowing(cell, frame),
      fetch: async () => {
        await copyFrames(first, cell, framesAtOnce)
      },
      nowMs: Date.now,
      logger: logger.child({ cell: number }),
    }),
  )
  const links = nats.natsUrl === '' || receivers.length === 0 ? [] : await openLinks(receivers, options)
  const [sender] = links
  const send = async (link: NatsLink, slot: number) => {
    const text = await readFrame(first, slot)
    if (text !== null) link.publish(subject, sealFrame(text, privateKey))
  }
  const rounds = receivers.map((receiver) => startRounds(() => receiver.fetchMissing(), { everyMs: fetchEveryMs }))
  return {
    committed(slot) {
      if (sender !== undefined)
        send(sender, slot).catch((error: unknown) =>
          logger.error({ err: error, slot }, 'a frame was not sent to cells'),
        )
    },
    async stop() {
      for (const link of links) await link.close()
      for (const round of rounds) await round.stop()
      for (const receiver of receivers) await receiver.stop()
    },
  }
}

/** Opens a link that sends, and one for each cell. All find out at once that NATS is gone: the first says so. */
function openLinks(
  receivers: readonly FrameReceiver[],
  { nats, print }: FrameExchangeOptions,
): Promise<readonly NatsLink[]> {
  const ignore = () => undefined
  return Promise.all([
    openNatsLink({ ...nats, subjects: [], take: ignore, print, mayWait: true }),
    ...receivers.map((receiver) => {
      const take = (_subject: string, message: Uint8Array) => receiver.take(message)
      return openNatsLink({ ...nats, subjects: [subject], take, print: ignore, mayWait: true })
    }),
  ])
}
