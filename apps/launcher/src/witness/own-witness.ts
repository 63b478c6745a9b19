import { join } from 'node:path'
import { formatVerifierKey, parseVerifierKey } from '@candor/proof'
import type { LogSigner } from '../../../server/src/modules/transparency/index.ts'
import { Witness } from './add-checkpoint.ts'
import { openWitnessFolder } from './witness-folder.ts'
import { listen } from './witness-server.ts'

/** The name says it wherever a cosignature is shown. */
const ownName = 'own-witness.not-independent'
const originPattern = /^[^/]+\/(?:ticks|events)\/\d{4}h[12]$/

/** The sandbox's own witness, for trials. It runs on the machine of the log, so it proves nothing and never counts. */
export interface OwnWitness {
  /** Its key and its address, with a space between them: the setting of the log's process. */
  readonly setting: string
  close(): Promise<void>
}

/** Starts it on a free port of loopback. Its key and its state are in a folder of the data folder. */
export async function startOwnWitness(data: string, logKeys: readonly LogSigner[]): Promise<OwnWitness> {
  const folder = await openWitnessFolder(join(data, 'own-witness'), ownName)
  try {
    const witness = new Witness({
      key: folder.key,
      state: folder,
      keysOf: (origin) =>
        Promise.resolve(originPattern.test(origin) ? logKeys.map((key) => parseVerifierKey(key.vkey(origin))) : []),
      nowSeconds: () => Math.floor(Date.now() / 1_000),
    })
    const server = await listen({ witness, folder, port: 0, host: '127.0.0.1' })
    return { setting: `${formatVerifierKey(folder.key.key)} ${server.url}`, close: server.close }
  } catch (error) {
    folder.close()
    throw error
  }
}
