import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../platform/config/index.ts'
import { createLogger } from '../platform/logger.ts'
import { notReady } from './front.ts'
import { startWholeServer } from './whole-server.ts'

test('refuses live mode before it touches anything', async () => {
  const config = parseConfig({ CANDOR_MODE: 'live', CANDOR_SMTP_URL: 'smtp://localhost:25' })
  const refusal = await startWholeServer(config, createLogger({ level: 'silent', role: 'test' })).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(String(refusal)).toContain('licence number')
})

test('is ready with a frame of now, and not with an old one, one of the future, or none', () => {
  expect(notReady({ publishedMs: 100_000 }, 100_400)).toBeNull()
  expect(notReady({ publishedMs: 100_000 }, 99_600)).toBeNull()
  expect(notReady({ publishedMs: 100_000 }, 106_000)).toContain('old')
  expect(notReady({ publishedMs: 100_000 }, 94_000)).toContain('set back')
  expect(notReady(null, 0)).toContain('no frame')
})
