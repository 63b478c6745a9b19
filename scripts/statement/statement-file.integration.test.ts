import { createInterface } from 'node:readline'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openLedgerWorld } from '../../apps/server/src/modules/ledger/testing/ledger-world.ts'
import { createStatementExports } from '../../apps/server/src/modules/statement/index.ts'
import { settleBothWays } from '../../apps/server/src/modules/statement/testing/settle-both-ways.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { closeAfterTests, testDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { checkStatement } from './statement-file.ts'
import type { CheckedAccount, CheckedStatement } from './statement-file.ts'

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))
await world.openCustomer(1n)
await settleBothWays(world)
const whole = await exported(null)

async function exported(kinds: readonly ['contract-won'] | null, earlier: readonly CheckedAccount[] = []) {
  const exports = createStatementExports({ pool: world.app, clock: systemClock, logger: pino({ level: 'silent' }) })
  const begun = await exports.begin({ customerId: 1n, asset: null, kinds, fromMs: null, toMs: null })
  if (!begun.ok) throw new Error('no export began')
  return checkStatement(createInterface({ input: begun.value.body, crlfDelay: Infinity }), earlier)
}

test('what the server exports is sound, and ends with the balances', async () => {
  const { accounts, ...rest } = whole
  expect(rest).toEqual({ lineCount: 6, unlinkedCount: 0, isComplete: true })
  expect(accounts.map(({ asset, availableUnits, heldUnits }) => [asset, availableUnits, heldUnits])).toEqual([
    ['USD', 9_984_000_000n, 0n],
    ['USDT', 10_000_000_000n, 0n],
  ])
})

test('a filtered export says that its lines stand alone', async () => {
  expect(await exported(['contract-won'])).toMatchObject({ lineCount: 1, unlinkedCount: 1, isComplete: false })
})

/** Changes a booking past every guard, as only the database's owner could, exports, and restores it. */
async function tampered(change: string): Promise<CheckedStatement> {
  const client = await world.owner.connect()
  try {
    await client.query(`create table kept_entry as select * from ledger.posting; create table kept_account as select * from ledger.balance;
      set session_replication_role = replica`)
    await client.query(change)
    return await exported(null, whole.accounts)
  } finally {
    await client.query(`delete from ledger.entry; insert into ledger.entry select * from kept_entry; drop table kept_entry;
      update ledger.account as a set version = k.version from kept_account as k where k.account_id = a.account_id; drop table kept_account;
      reset session_replication_role`)
    client.release()
  }
}

const ofUsd = `account_id = (select account_id from ledger.balance where owner_id = 1 and asset = 1 and kind = 'available')`

test.each([
  [
    'an amount that was changed',
    `update ledger.entry set d_posted = d_posted + 1 where ${ofUsd} and version = 1`,
    'does not add up',
  ],
  [
    'a reference that was changed',
    `update ledger.entry set ref = ref + 1 where ${ofUsd} and version = 2`,
    'is not that of the earlier file',
  ],
  [
    'a time that was changed',
    `update ledger.entry set at_ms = at_ms - 1 where ${ofUsd} and version = 3`,
    'is not that of the earlier file',
  ],
  [
    'a line that was removed',
    `delete from ledger.entry where ${ofUsd} and version = 2`,
    'is not that of the earlier file',
  ],
  [
    'a last line that was removed with its account’s count',
    `delete from ledger.entry where ${ofUsd} and version = 5; update ledger.account set version = 4 where ${ofUsd}`,
    'fewer lines',
  ],
  [
    'lines that changed places',
    `update ledger.entry set ref = (select max(ref) + min(ref) from ledger.posting where ${ofUsd} and version in (2, 3)) - ref where ${ofUsd} and version in (2, 3)`,
    'is not that of the earlier file',
  ],
])('%s shows', async (_name, change, fault) => {
  await expect(tampered(change)).rejects.toThrow(fault)
})
