import { describe, expect, it } from 'vitest'
import { addressFor } from './migrate.ts'
import { hostsOf, parseDatabaseAddress } from './database-address.ts'

describe('the address of a database', () => {
  it('stays as it is with one host', () => {
    const address = 'postgres://candor@db.example/candor?sslmode=verify-full'
    expect(parseDatabaseAddress(address)).toBe(address)
    expect(hostsOf(address)).toEqual([{ host: 'db.example', port: 5432, address: expect.stringContaining('sslmode') }])
  })

  it('names several hosts as libpq does, each with its port, its role and its settings', () => {
    const parsed = parseDatabaseAddress(
      'postgresql://candor:p%40ss@a.example,b.example:5433,[::1]:5434/candor?target_session_attrs=read-write&sslmode=verify-full',
    )
    const asApp = addressFor(parsed ?? '', { user: 'candor_app', password: 'an/other' })
    expect(hostsOf(asApp)).toEqual([
      {
        host: 'a.example',
        port: 5432,
        address: 'postgresql://candor_app:an%2Fother@a.example:5432/candor?sslmode=verify-full',
      },
      {
        host: 'b.example',
        port: 5433,
        address: 'postgresql://candor_app:an%2Fother@b.example:5433/candor?sslmode=verify-full',
      },
      { host: '::1', port: 5434, address: 'postgresql://candor_app:an%2Fother@[::1]:5434/candor?sslmode=verify-full' },
    ])
  })

  it.each(['mysql://a/b', 'localhost:5432/candor', 'postgres://', 'postgres://a,,b/c', 'postgres://a:port/c'])(
    'is not %s',
    (text) => {
      expect(parseDatabaseAddress(text)).toBeNull()
    },
  )
})
