import pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase, testDatabase } from '../platform/postgres/test-database.ts'
import { ModeError, seed } from './seed.ts'

const database = await testDatabase()

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('refuses to make a sandbox live, and leaves it as it is', async () => {
  await seed(database.ownerUrl, { mode: 'sandbox', inviteCode: 'FIRSTCODE' })
  const refusal = await seed(database.ownerUrl, { mode: 'live', inviteCode: 'OTHERCODE' }).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(ModeError)
  expect(String(refusal)).toContain('This database was begun in sandbox mode and stays in it')
  expect(await ask(database.ownerUrl, 'select mode from origin.mode')).toEqual([{ mode: 'sandbox' }])
  await seed(database.ownerUrl, { mode: 'sandbox', inviteCode: 'FIRSTCODE' })
})

test('shows the mode to no role of the server, and lets not even the owner change it', async () => {
  for (const url of [database.appUrl, database.marketUrl]) {
    await expect(ask(url, 'select mode from origin.mode')).rejects.toThrow('permission denied')
  }
  await expect(ask(database.ownerUrl, `update origin.mode set mode = 'live'`)).rejects.toThrow('never changed')
})

test.each([
  ['sandbox', [{ name: 'sandbox-reviewer-1' }, { name: 'sandbox-reviewer-2' }, { name: 'sandbox-reviewer-3' }]],
  ['live', []],
] as const)('makes the reviewers of the sandbox, and none where the mode is another: %s', async (mode, names) => {
  const fresh = await openTestDatabase()
  try {
    const options = { mode, inviteCode: 'FIRSTCODE', reviewerKey: 'a key of the data folder', serverKey: 'a-key' }
    await seed(fresh.ownerUrl, options)
    await seed(fresh.ownerUrl, options)
    expect(await ask(fresh.appUrl, 'select name from operator.directory order by name')).toEqual(names)
  } finally {
    await fresh.close()
  }
})
