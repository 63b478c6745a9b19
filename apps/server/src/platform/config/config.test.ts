import { describe, expect, it } from 'vitest'
import { ConfigError, helpText, parseConfig, settings } from './index.ts'

describe('configuration', () => {
  it('is complete with nothing set', () => {
    expect(parseConfig({})).toMatchObject({ port: 8080, mode: 'sandbox', feed: 'auto', data: 'var' })
  })

  it('lets a flag win over the environment', () => {
    expect(parseConfig({ CANDOR_PORT: '9000' }, ['--port', '9001'])).toMatchObject({ port: 9001 })
    expect(parseConfig({ CANDOR_PORT: '9000' }, ['--port=9002'])).toMatchObject({ port: 9002 })
  })

  it('puts the console on loopback, on the port after that of the app, unless told otherwise', () => {
    expect(parseConfig({})).toMatchObject({ consolePort: 8081, consoleHost: '127.0.0.1' })
    expect(parseConfig({}, ['--port', '9000']).consolePort).toBe(9001)
    expect(parseConfig({ CANDOR_CONSOLE_PORT: '0' }, ['--port', '9000']).consolePort).toBe(0)
    expect(parseConfig({ CANDOR_PORT: '0' }).consolePort).toBe(0)
  })

  it('takes a database of several hosts, and shows no password of one that is none', () => {
    const hosts = 'a.example,b.example:5433'
    expect(parseConfig({ DATABASE_URL: `postgres://u:secret@${hosts}/candor` }).databaseUrl).toContain('a.example')
    const parse = () => parseConfig({ DATABASE_URL: `mysql://u:secret@${hosts}/candor` })
    expect(parse).toThrow('DATABASE_URL must be postgres://USER@HOST:PORT/DATABASE')
    expect(parse).not.toThrow('secret')
  })

  it('reads host names in lower case', () => {
    expect(parseConfig({ CANDOR_ALLOWED_HOSTS: 'Candor.example, b.example' }).allowedHosts).toEqual([
      'candor.example',
      'b.example',
    ])
  })

  it.each([
    ['a port out of range', { CANDOR_PORT: '70000' }, [], '--port must be a number'],
    ['a port of the console out of range', {}, ['--console-port', '70000'], '--console-port must be a number'],
    ['an origin as a host', { CANDOR_ALLOWED_HOSTS: 'https://a.example' }, [], 'must be host names'],
    [
      'a chain without its key',
      { CANDOR_ETH_RPC_URL: 'http://127.0.0.1:8545' },
      [],
      'CANDOR_ETH_XPUB must be set together',
    ],
    [
      'a private key in the place of a public one',
      { CANDOR_TRON_XPUB: `xprv${'1'.repeat(107)}` },
      [],
      'must be an extended public key',
    ],
    [
      'tiles without a place for their row',
      { CANDOR_MAP_TILES: 'https://tiles.example/{z}/{x}.png' },
      [],
      'with {z}, {x} and {y}',
    ],
    [
      'tiles that name no source',
      { CANDOR_MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png' },
      [],
      'CANDOR_MAP_ATTRIBUTION must be set',
    ],
    ['a reward that is no amount', { CANDOR_INVITE_REWARD: 'five' }, [], '"5 USDT"'],
    ['a reward of a thousand', { CANDOR_INVITE_REWARD: '1000 USD' }, [], 'below 1,000'],
    ['a conversation kept for a day', { CANDOR_SUPPORT_KEEP_DAYS: '1' }, [], 'from 30 to 3650'],
    ['a conversation kept for ever', { CANDOR_SUPPORT_KEEP_DAYS: '9999' }, [], 'from 30 to 3650'],
    ['a reward of another asset', { CANDOR_INVITE_REWARD: '5 EUR' }, [], 'USD or USDT'],
    ['two standbys', { CANDOR_READ_URL: 'postgres://a,b/candor' }, [], 'CANDOR_READ_URL must name one host'],
    ['a standby of a minute ago', { CANDOR_READ_LAG_MS: '60000' }, [], 'from 100 to 9999'],
    ['an unknown mode', { CANDOR_MODE: 'demo' }, [], '--mode must be sandbox or live'],
    ['an unknown feed', {}, ['--feed', 'oracle'], '--feed must be auto'],
    ['an unknown flag', {}, ['--prot', '1'], '--prot is not a setting'],
    ['a flag without its value', {}, ['--port'], '--port needs a value'],
  ])('refuses %s in one sentence', (_name, environment, flags, sentence) => {
    expect(() => parseConfig(environment, flags)).toThrow(ConfigError)
    expect(() => parseConfig(environment, flags)).toThrow(sentence)
  })

  it('starts any parts, but fewer than all only where they reach one another', () => {
    const joined = { CANDOR_NATS_URL: 'nats://127.0.0.1:4222', DATABASE_URL: 'postgres://127.0.0.1/candor' }
    expect(parseConfig({ ...joined, CANDOR_ROLES: 'realtime, jobs' }).roles).toEqual(['realtime', 'jobs'])
    expect(parseConfig({}).roles).toEqual(['api', 'realtime', 'market', 'settlement', 'jobs'])
    const refusals = [
      [{ ...joined, CANDOR_ROLES: 'api,prices' }, '--roles must be all, or some of api, realtime, market'],
      [{ ...joined, CANDOR_ROLES: 'api,api' }, '--roles must name each role once'],
      [{ ...joined, CANDOR_ROLES: 'api', CANDOR_NATS_URL: '' }, 'CANDOR_ROLES needs CANDOR_NATS_URL: without it'],
      [{ ...joined, CANDOR_ROLES: 'api', DATABASE_URL: '' }, 'CANDOR_ROLES needs DATABASE_URL: the database of'],
    ] as const
    for (const [environment, sentence] of refusals) expect(() => parseConfig(environment)).toThrow(sentence)
  })

  it('does not repeat a private key that was set in the place of a public one', () => {
    const key = `xprv${'1'.repeat(107)}`
    expect(() => parseConfig({ CANDOR_ETH_XPUB: key })).not.toThrow(key)
  })

  it('explains every setting', () => {
    for (const setting of Object.values(settings)) expect(helpText()).toContain(setting.env)
  })
})
