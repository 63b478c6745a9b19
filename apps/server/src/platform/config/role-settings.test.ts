import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { environmentOf } from './role-settings.ts'
import { settings } from './settings.ts'

const config = parseConfig({
  CANDOR_APP_DATABASE_URL: 'app',
  CANDOR_MARKET_DATABASE_URL: 'market',
  DATABASE_URL: 'postgres://owner@localhost/candor',
})
const outer = { PATH: '/bin', DATABASE_URL: 'owner', CANDOR_TRON_KEY: 'of the watcher' }

test('gives a process the settings of its role, and of the others nothing that the launcher itself was given', () => {
  const market = environmentOf('market', config, outer)
  expect(market).toMatchObject({ PATH: '/bin', CANDOR_MARKET_DATABASE_URL: 'market', CANDOR_FEED: 'auto' })
  for (const name of ['DATABASE_URL', 'CANDOR_APP_DATABASE_URL', 'CANDOR_TRON_KEY', 'CANDOR_VAULT_KEY'])
    expect(market).not.toHaveProperty(name)
  expect(environmentOf('server', config, outer)).not.toHaveProperty('CANDOR_MARKET_DATABASE_URL')
  // Live mode is checked by the launcher and by the server.
  const listed = { ...config, witnesses: 'policy.txt' }
  for (const role of ['server', 'log'] as const)
    expect(environmentOf(role, listed, outer)).toMatchObject({ CANDOR_WITNESSES: 'policy.txt' })
})

/** The owner's address and the keys of the keys, of backups and of messages between machines stay with the launcher. */
const ofLauncher = ['DATABASE_URL', 'CANDOR_KEK', 'CANDOR_FORMER_KEK', 'CANDOR_BACKUP_KEY', 'CANDOR_NATS_URL']

test('gives every secret to one process only', () => {
  const secrets = Object.values(settings).flatMap((setting) => ('isSecret' in setting ? [setting.env] : []))
  expect(secrets.length).toBeGreaterThan(8)
  for (const env of secrets) {
    const holders = (['server', 'market', 'watcher', 'verifier', 'log'] as const).filter(
      (role) => env in environmentOf(role, config, {}),
    )
    expect({ env, holders: holders.length }).toEqual({ env, holders: ofLauncher.includes(env) ? 0 : 1 })
  }
})

test('reads back what it wrote', () => {
  const { mode, feed, ethRpcUrl } = parseConfig(environmentOf('watcher', { ...config, ethRpcUrl: '' }, {}))
  expect({ mode, feed, ethRpcUrl }).toEqual({ mode: 'sandbox', feed: 'auto', ethRpcUrl: '' })
})
