import type { Challenge } from './proof-of-work.ts'

/** Solves a challenge in a worker. Returns null without a solution or a worker; aborting stops the work. */
export async function solveInWorker(challenge: Challenge, signal: AbortSignal): Promise<string | null> {
  try {
    return await solved(challenge, signal)
  } catch {
    // A browser without module workers.
    return null
  }
}

function solved(challenge: Challenge, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
    const finish = (solution: string | null) => {
      worker.terminate()
      resolve(solution)
    }
    worker.addEventListener('message', (event: MessageEvent<unknown>) =>
      finish(typeof event.data === 'string' ? event.data : null),
    )
    worker.addEventListener('error', () => finish(null))
    signal.addEventListener('abort', () => finish(null))
    worker.postMessage(challenge)
  })
}
