import { expect, test } from 'vitest'
import { parseConfig } from '../../server/src/platform/config/index.ts'
import { processesOf, readyUrlOf } from './start-plan.ts'

const startOf = (roles: string, more: Readonly<Record<string, string>> = {}) =>
  parseConfig({
    CANDOR_ROLES: roles,
    CANDOR_NATS_URL: 'nats://127.0.0.1:4222',
    DATABASE_URL: 'postgres://127.0.0.1/candor',
    ...more,
  })

test('starts the processes that the parts of a start need', () => {
  const chain = { CANDOR_ETH_RPC_URL: 'http://127.0.0.1:8545', CANDOR_ETH_XPUB: `xpub${'1'.repeat(107)}` }
  expect(processesOf(parseConfig({}))).toEqual(['server', 'market', 'verifier', 'log'])
  expect(processesOf(startOf('api', chain))).toEqual(['server', 'verifier'])
  expect(processesOf(startOf('jobs', chain))).toEqual(['server', 'verifier', 'log', 'watcher'])
  for (const part of ['realtime', 'settlement']) expect(processesOf(startOf(part, chain))).toEqual(['server'])
  expect(processesOf(startOf('market', chain))).toEqual(['market'])
})

test('waits for prices only where the market runs in the same start', () => {
  expect(readyUrlOf(parseConfig({}))).toBe('http://127.0.0.1:8080/readyz')
  expect(readyUrlOf(startOf('realtime', { CANDOR_PORT: '9000' }))).toBe('http://127.0.0.1:9000/livez')
})
