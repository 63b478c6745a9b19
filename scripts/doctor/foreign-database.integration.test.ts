import { describe, expect, it } from 'vitest'
import { createClient } from '../../apps/server/src/platform/postgres/connection.ts'
import { addressFor } from '../../apps/server/src/platform/postgres/migrate.ts'
import { testDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { databaseFaults, requireUsableDatabase } from '../../apps/launcher/src/foreign-database.ts'

const database = await testDatabase()

const usable = {
  versionNumber: 150_018,
  encoding: 'UTF8',
  isReadOnly: false,
  isSuperuser: false,
  mayCreateRoles: true,
  mayCreateSchemas: true,
  isPooledByTransaction: false,
}

describe('a database elsewhere', () => {
  it.each([
    ['an old version', { versionNumber: 140_010 }, ['PostgreSQL 14 at DATABASE_URL is too old']],
    ['another encoding', { encoding: 'SQL_ASCII' }, ['stores SQL_ASCII']],
    ['a pooler by transaction', { isPooledByTransaction: true }, ['set its pool_mode to session']],
    ['a standby', { isReadOnly: true }, ['accepts no writes']],
    ['a user without rights', { mayCreateRoles: false, mayCreateSchemas: false }, ['createrole', 'grant create on']],
  ])('is refused for %s, in a sentence that says what to do', (_, change, sentences) => {
    expect(databaseFaults({ ...usable, ...change })).toEqual(sentences.map((text) => expect.stringContaining(text)))
  })

  it('is accepted with the rights alone, or as a superuser', () => {
    expect(databaseFaults(usable)).toEqual([])
    expect(databaseFaults({ ...usable, isSuperuser: true, mayCreateRoles: false, mayCreateSchemas: false })).toEqual([])
  })

  it('is asked before anything is changed there', async () => {
    const cluster = database.ownerUrl
    await requireUsableDatabase(cluster)
    const owner = createClient(cluster, {})
    await owner.connect()
    await owner.query("drop role if exists test_guest; create role test_guest login password 'guest'")
    const guest = addressFor(cluster, { user: 'test_guest', password: 'guest' })
    await expect(requireUsableDatabase(guest)).rejects.toThrow(/may not create the roles.*\n.*may not create schemas/)
    await owner.query('drop role test_guest')
    await owner.end()
  })
})
