/** A thread that checks bundles of the log of prices, one after the other. */
import { parentPort } from 'node:worker_threads'
import type { TicksBundle, TicksBundleResult } from './ticks-bundle.ts'
import { auditTicksBundle } from './ticks-bundle.ts'
import { SourceError } from './log-source.ts'

/** What a thread returns for a bundle. */
export type TicksReply =
  | { readonly result: TicksBundleResult }
  /** `isHostile` where the file is to blame. */
  | { readonly message: string; readonly isHostile: boolean }

parentPort?.on('message', (bundle: TicksBundle) => {
  parentPort?.postMessage(replyTo(bundle))
})

function replyTo(bundle: TicksBundle): TicksReply {
  try {
    return { result: auditTicksBundle(bundle) }
  } catch (error) {
    return { message: error instanceof Error ? error.message : 'an error', isHostile: error instanceof SourceError }
  }
}
