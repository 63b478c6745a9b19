import { pino } from 'pino'
import { parseTrustedFile, verifyReceipt } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import type { ReceiptView } from '@candor/api'
import { openAcceptances } from '../acceptances.ts'
import { createReceipts } from '../receipts.ts'
import type { Receipts } from '../receipts.ts'
import { trustedFile } from '../trusted-file.ts'
import type { Database } from '../../../platform/transaction.ts'
import type { LogWorld } from './log-world.ts'

export const testAcceptanceKey = Buffer.alloc(32, 5).toString('base64url')

/** Receipts over the logs of a test, as the application role makes them. */
export interface ReceiptWorld {
  readonly receipts: Receipts
  /** Seals everything that is stored into both logs. */
  seal(): Promise<void>
  trusted(): Promise<Trusted>
  /** The steps of a ready receipt that did not pass. Throws for one that is not ready. */
  failings(view: ReceiptView): Promise<string[]>
}

export async function openReceiptWorld(app: Database, log: LogWorld): Promise<ReceiptWorld> {
  const logger = pino({ level: 'silent' })
  const trusted = async () => parseTrustedFile(await trustedFile(app))
  return {
    receipts: createReceipts({
      pool: app,
      folder: log.folder,
      acceptances: await openAcceptances(app, { key: testAcceptanceKey, host: 'log.test' }),
      clock: log.clock,
      logger,
    }),
    seal: async () => {
      for (const sealer of [log.ticksLog(), log.eventsLog()]) {
        // On a busy machine a statement of the sealer may take too long: then the round is done again.
        for (let round = 0; round === 0 || (round < 20 && log.states.at(-1)?.unsignedMs !== 0); round += 1) {
          await log.seal(sealer)
          if (sealer.stoppedBy !== null) throw new Error(sealer.stoppedBy)
        }
        if (log.states.at(-1)?.unsignedMs !== 0) throw new Error('the log could not be sealed')
      }
    },
    trusted,
    failings: async (view) => {
      if (view.state !== 'ready') throw new Error(`the receipt is ${view.state}`)
      const { verdict, steps } = await verifyReceipt(view.receipt, await trusted())
      const others = steps.filter(
        ({ state, name }) => state !== 'passed' && !(name === 'witnesses' && state === 'absent'),
      )
      return verdict === 'passed' && others.length === 0 ? [] : [verdict, ...others.map(({ name }) => name)]
    },
  }
}
