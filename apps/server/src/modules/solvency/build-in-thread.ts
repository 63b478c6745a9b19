import { Worker } from 'node:worker_threads'
import type { BuiltSnapshot, SnapshotInput } from './snapshot-build.ts'

/** Builds a snapshot in a thread of its own. Rejects with the error of `buildSnapshot`. */
export function buildInThread(input: SnapshotInput): Promise<BuiltSnapshot> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./snapshot-thread.ts', import.meta.url))
    worker.once('message', (built: BuiltSnapshot) => resolve(built))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code} before the snapshot was built`)))
    worker.postMessage(input)
  })
}
