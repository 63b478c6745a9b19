import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createBus } from '../../platform/bus/index.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { readAccessChanges } from './access-change-store.ts'
import { startAccessWatch } from './access-watch.ts'
import { insertSession, revokeSessionsOf } from './session-store.ts'

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))

test('a process learns once from the database which sessions ended and which accounts changed', async () => {
  await world.openCustomer(1n)
  const nowMs = Date.now()
  const opened = { customerId: 1n, tokenHash: Buffer.alloc(32, 1), device: '', network: '', createdMs: nowMs }
  await insertSession(world.app, { ...opened, isSupportOnly: false })
  const bus = createBus((_topic, fault) => {
    throw fault
  })
  const heard: unknown[] = []
  bus.subscribe('session-revoked', (message) => heard.push(message))
  bus.subscribe('customer-changed', (message) => heard.push(message))
  let look = () => undefined as void
  const watch = startAccessWatch({
    pool: world.app,
    bus,
    logger: pino({ level: 'silent' }),
    repeat: (work) => {
      look = work
      return () => undefined
    },
  })
  await watch.look()
  heard.length = 0
  const [sessionId] = await revokeSessionsOf(world.app, 1n, { exceptId: null, nowMs })
  await world.owner.query("update identity.customer set kyc_state = 'rejected' where customer_id = 1")
  look()
  await watch.look()
  await watch.look()
  expect(heard).toEqual([{ customerId: 1n, sessionId }, { customerId: 1n }])
  // Ended again, it ended once.
  await revokeSessionsOf(world.app, 1n, { exceptId: null, nowMs })
  const noted = await readAccessChanges(world.app, 60_000)
  expect(noted.filter(({ sessionId: id }) => id === sessionId)).toHaveLength(1)
  await watch.stop()
})
