/** The thread that builds one snapshot: hashing millions of leaves would keep the process from everything else. */
import { parentPort } from 'node:worker_threads'
import { buildSnapshot } from './snapshot-build.ts'
import type { SnapshotInput } from './snapshot-build.ts'

parentPort?.once('message', (input: SnapshotInput) => {
  const built = buildSnapshot(input)
  // Handed over, not copied.
  const buffers = [built.records, ...built.tiles.map(({ nodes }) => nodes)].map(({ buffer }) => buffer)
  parentPort?.postMessage(
    built,
    buffers.filter((buffer) => buffer instanceof ArrayBuffer),
  )
})
