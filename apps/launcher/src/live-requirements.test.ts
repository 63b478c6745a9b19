import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '../../server/src/platform/config/index.ts'
import { launcherGaps, offeredIn, requireLiveSettings } from './live-requirements.ts'

const off = { CANDOR_KRAKEN_URL: 'off', CANDOR_BINANCE_URL: 'off', CANDOR_COINBASE_URL: 'off' }
const oanda = { CANDOR_OANDA_TOKEN: 'token', CANDOR_OANDA_ACCOUNT: 'account' }
const live = (environment: Record<string, string> = {}) => parseConfig({ CANDOR_MODE: 'live', ...environment })
const offered = (environment: Record<string, string> = {}) => [...(offeredIn(live(environment)) ?? [])]

describe('what live mode needs of the launcher', () => {
  it('is an address of the console, a key of the keys, and two sources of some instrument', () => {
    expect(launcherGaps(live())).toEqual([
      expect.stringContaining('CANDOR_CONSOLE_ORIGINS'),
      expect.stringContaining('CANDOR_KEK'),
    ])
    const kek = {
      CANDOR_KEK: 'a-key-that-encrypts-the-other-keys',
      CANDOR_CONSOLE_ORIGINS: 'https://console.candor.example',
    }
    expect(launcherGaps(live(kek))).toEqual([])
    const oneSource = { ...off, CANDOR_KRAKEN_URL: 'wss://ws.kraken.com/v2' }
    expect(launcherGaps(live({ ...kek, ...oneSource }))).toEqual([expect.stringContaining('two live sources')])
  })

  it('is named with everything else, and not asked for in a sandbox', () => {
    expect(() => requireLiveSettings(live())).toThrow(ConfigError)
    expect(() => requireLiveSettings(live())).toThrow(/CANDOR_OPERATOR_NAME[^]*CANDOR_KEK/)
    expect(() => requireLiveSettings(parseConfig({}))).not.toThrow()
  })
})

describe('what live mode offers', () => {
  it('are the instruments with two sources: without a key coins alone', () => {
    expect(offered()).toEqual(expect.arrayContaining(['BTCUSDT']))
    expect(offered()).not.toContain('EURUSD')
    expect(offered()).not.toContain('GOLD')
  })

  it('are currency pairs and metals with two sources that have them', () => {
    expect(offered(oanda)).toContain('EURUSD')
    expect(offered(oanda)).not.toContain('GOLD')
    expect(offered({ ...oanda, CANDOR_TWELVE_DATA_KEY: 'key' })).toContain('GOLD')
    expect(offered({ ...off, ...oanda })).toEqual([])
  })

  it('is everything in a sandbox', () => {
    expect(offeredIn(parseConfig({}))).toBeUndefined()
  })
})
