import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { startWholeServer } from './whole-server.ts'

test('refuses live mode before it touches anything', async () => {
  const config = parseConfig({ CANDOR_MODE: 'live', CANDOR_SMTP_URL: 'smtp://localhost:25' })
  const refusal = await startWholeServer(config, createLogger({ level: 'silent', role: 'test' })).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(String(refusal)).toContain('licence number')
})
