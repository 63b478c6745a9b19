import { describe, expect, it } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { seedIdentity } from './index.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'

const fixture = closeAfterTests(await openIdentity())

describe('the root invitation code', () => {
  it('is the given one, else the one of earlier starts, else a new one', async () => {
    const own = await openIdentity()
    try {
      expect(own.inviteCode).toBe('ROOT22')
      expect(await seedIdentity(own.pool, { inviteCode: '' })).toBe('ROOT22')
      expect(await seedIdentity(own.pool, { inviteCode: 'other1' })).toBe('OTHER1')
      await expect(own.pool.query('delete from identity.root_invitation')).rejects.toThrow('permission denied')
      await own.pool.query("update identity.root_invitation set code = 'X'")
      expect(await seedIdentity(own.pool, { inviteCode: '' })).toBe('X')
    } finally {
      await own.close()
    }
  })
})

describe('the grants', () => {
  it('let the application role delete no customer and keep the market role out', async () => {
    await expect(fixture.pool.query('delete from identity.customer')).rejects.toThrow('permission denied')
    await expect(fixture.pool.query('update identity.registration set customer_id = 1')).rejects.toThrow(
      'permission denied',
    )
    const { rows } = await fixture.pool.query(
      "select has_schema_privilege('candor_market', 'identity', 'usage') as allowed",
    )
    expect(rows).toEqual([{ allowed: false }])
  })
})
