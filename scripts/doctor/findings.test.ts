import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../apps/server/src/platform/config/index.ts'
import {
  clockFinding,
  diskFindings,
  exposureFindings,
  migrationFinding,
  postgresFinding,
  secretFindings,
  settingFindings,
} from './findings.ts'

const loopback = { CANDOR_HOST: '127.0.0.1' }
const doubts = (findings: readonly { readonly kind: string; readonly text: string }[]) =>
  findings.filter(({ kind }) => kind !== 'fine').map(({ text }) => text)

describe('the doctor on settings', () => {
  it('finds nothing missing in a sandbox, and every requirement in live mode', () => {
    expect(settingFindings(parseConfig({})).map(({ kind }) => kind)).toEqual(['fine'])
    const missing = settingFindings(parseConfig({ CANDOR_MODE: 'live' })).filter(({ kind }) => kind === 'missing')
    expect(missing.map(({ text }) => text).join(' ')).toMatch(/CANDOR_OPERATOR_NAME.*CANDOR_S3_BUCKET.*CANDOR_KEK/)
  })

  it('sees what a stranger reaches', () => {
    expect(doubts(exposureFindings(parseConfig(loopback)))).toEqual([])
    const text = (environment: Record<string, string>) => doubts(exposureFindings(parseConfig(environment))).join(' ')
    expect(text({ ...loopback, CANDOR_CONSOLE_HOST: '0.0.0.0' })).toContain('console listens on 0.0.0.0')
    expect(text({})).toContain('without TLS')
    expect(text({ CANDOR_TLS: 'on' })).toContain('CANDOR_TRUST_PROXY')
    expect(
      text({ CANDOR_TLS: 'on', CANDOR_TRUST_PROXY: '10.0.0.1', CANDOR_ALLOWED_HOSTS: 'candor.example' }),
    ).toContain('anyone with the invitation code')
  })

  it('sees weak and readable secrets, and never shows them', () => {
    expect(doubts(secretFindings({ config: parseConfig({}), fileMode: 0o100600 }))).toEqual([])
    const config = parseConfig({ CANDOR_SECRET: 'changeme' })
    const found = doubts(secretFindings({ config, fileMode: 0o100644 }))
    expect(found).toEqual([expect.stringContaining('CANDOR_SECRET is short'), expect.stringContaining('chmod 600')])
    expect(found.join(' ')).not.toContain('changeme')
  })
})

describe('the doctor on the machine', () => {
  it('sees a clock that is off, in either direction, and says where it compared none', () => {
    expect(clockFinding(400).kind).toBe('fine')
    expect(clockFinding(3_600_000)).toEqual({ kind: 'doubtful', text: expect.stringContaining('3600 s') })
    expect(clockFinding(-5_000).kind).toBe('doubtful')
    expect(clockFinding(null).kind).toBe('unknown')
  })

  it('sees a slow disk and a full one', () => {
    expect(doubts(diskFindings({ flushMs: 1.2, freeBytes: 2 ** 40 }))).toEqual([])
    expect(doubts(diskFindings({ flushMs: 31, freeBytes: 2 ** 30 }))).toEqual([
      expect.stringContaining('31.0 ms'),
      expect.stringContaining('1.0 GiB left'),
    ])
  })

  it('names the newest migration of the database, and what the next start would change', () => {
    const applied = ['baseline/010-clock.sql', 'deltas/0031_ended_sales.sql']
    expect(migrationFinding({ applied, outstanding: [] })).toEqual({
      kind: 'fine',
      text: 'The database is of this version: 2 migrations, the newest 0031_ended_sales.',
    })
    expect(migrationFinding({ applied, outstanding: ['deltas/0032_next.sql', 'routines'] })).toEqual({
      kind: 'doubtful',
      text: 'The next start changes the database: 0032_next, routines. Back it up.',
    })
    expect(migrationFinding(null).kind).toBe('unknown')
  })

  it('wants a PostgreSQL that has what the schema uses', () => {
    expect(postgresFinding(180_004)).toEqual({ kind: 'fine', text: 'PostgreSQL 18.4 responds.' })
    expect(postgresFinding(140_010).kind).toBe('missing')
  })
})
