import { randomUUID } from 'node:crypto'
import { createConfirmations } from '../modules/confirmation/index.ts'
import type { AskVerifier, Confirmations } from '../modules/confirmation/index.ts'
import type { VerifierOutcome } from '../modules/verifier/index.ts'
import type { Peers } from './peers.ts'
import type { Shared } from './shared.ts'

const timeoutMs = 5_000

/** The confirmations of operators, which the verifier's process verifies. */
export function openConfirmations({ pool, peers }: Pick<Shared, 'pool' | 'peers'>): Confirmations {
  return createConfirmations({ pool, ask: askVerifier(peers) })
}

/** Calls the verifier and waits for its response. A lost message is `late`: the operator begins again. */
function askVerifier(peers: Peers): AskVerifier {
  const waiting = new Map<string, (outcome: VerifierOutcome) => void>()
  peers.subscribe((message) => {
    if (message.kind === 'verified') waiting.get(message.callId)?.(message.outcome)
  })
  return async (request) => {
    const callId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<VerifierOutcome | 'late'>()
    waiting.set(callId, resolve)
    const timer = setTimeout(() => resolve('late'), timeoutMs)
    peers.ask({ kind: 'verify', callId, request })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      waiting.delete(callId)
    }
  }
}
