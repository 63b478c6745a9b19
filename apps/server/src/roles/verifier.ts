import { createVerifier } from '../modules/verifier/index.ts'
import type { VerifierRequest } from '../modules/verifier/index.ts'
import { createPool } from '../platform/postgres/pool.ts'
import type { RoleOptions, VerifierResponse } from './peers.ts'

export interface VerifierRole {
  /** Verifies a request and sends the response. */
  take(callId: string, request: VerifierRequest): void
  stop(): Promise<void>
}

/** Starts the verifier of operators' passkeys. */
export function startVerifierRole({ config, logger, tell }: RoleOptions<VerifierResponse>): VerifierRole {
  const pool = createPool(config.verifierDatabaseUrl, 'verifier', { maxConnections: 2 })
  const verifier = createVerifier({ pool, origins: config.consoleOrigins, logger })
  return {
    take: (callId, request) => {
      verifier.take(request).then(
        (outcome) => tell({ kind: 'verified', callId, outcome }),
        (error: unknown) => {
          logger.error({ err: error }, 'verifying failed')
        },
      )
    },
    stop: () => pool.end(),
  }
}
