/** The thread that builds one snapshot: hashing millions of leaves would keep the process from everything else. */
import { parentPort } from 'node:worker_threads'
import { buildSnapshot } from './snapshot-build.ts'
import type { SnapshotInput } from './snapshot-build.ts'

parentPort?.once('message', (input: SnapshotInput) => parentPort?.postMessage(buildSnapshot(input)))
