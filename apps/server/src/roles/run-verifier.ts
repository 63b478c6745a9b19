/** The process that verifies operators' passkeys: the only one that knows the database as the verifier's role. */
import { readConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { onVerifierCall, send } from './peers.ts'
import { runRole } from './role-process.ts'
import { startVerifierRole } from './verifier.ts'

const config = readConfig()
const logger = createLogger({ level: config.logLevel, role: 'verifier' })
await runRole(logger, () => {
  const role = startVerifierRole({ config, logger, tell: send })
  onVerifierCall(({ callId, request }) => role.take(callId, request))
  return Promise.resolve(role)
})
