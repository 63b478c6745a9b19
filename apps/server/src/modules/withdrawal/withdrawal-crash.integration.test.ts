import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { closeAfterTest, openDurableDatabase } from '../../platform/postgres/test-database.ts'
import type { DurableDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { runUntilLine } from '../ledger/testing/acknowledging-process.ts'
import { killAtEachStep } from '../ledger/testing/crashes.ts'
import { lifeSteps, prepareLife, takeStep } from './testing/withdrawal-life.ts'
import type { Life } from './testing/withdrawal-life.ts'
import { openWithdrawalWorld, paymentPassword } from './testing/withdrawal-world.ts'
import type { Payee, WithdrawalWorld } from './testing/withdrawal-world.ts'

const coin = 1_000_000n
const granted = 10_000n * coin

let database: DurableDatabase
let world: WithdrawalWorld
let payee: Payee
let secrets: Life['secrets']

beforeEach(async () => {
  database = closeAfterTest(await openDurableDatabase())
  world = closeAfterTest(await openWithdrawalWorld(database))
  payee = await world.addPayee()
  secrets = [await world.operator('paula'), await world.operator('quentin'), await world.operator('rosa')]
})

function newLife(): Promise<Life> {
  const { customerId, methods } = payee
  const parts = { pool: world.ledger.app, owner: world.ledger.owner, service: world.service, customerId, secrets }
  return prepareLife({ ...parts, asset: 'USDT', amount: '300', payoutMethodId: methods.USDT, paymentPassword })
}

/** Every withdrawal was held once, paid once, notified once and recorded once, and the books are sound. */
async function verify(expected: number): Promise<void> {
  const { rows } = await world.ledger.owner.query<{
    state: string
    held: bigint
    paid: bigint
    fees: bigint
    acts: bigint
    messages: bigint
  }>(
    `select w.state, count(*) filter (where e.kind = 'withdrawal-held') as held,
       count(*) filter (where e.kind = 'withdrawal-completed' and a.kind = 'custody') as paid,
       count(*) filter (where e.kind = 'withdrawal-completed' and a.kind = 'fees') as fees,
       (select count(*) from audit.entry where subject = 'withdrawal:' || w.withdrawal_id) as acts,
       (select count(*) from message.message where subject = 'withdrawal:' || w.withdrawal_id) as messages
     from withdrawal.withdrawal as w join ledger.posting as e on e.ref = w.withdrawal_id
       and e.kind::text like 'withdrawal-%'
     join ledger.balance as a on a.account_id = e.account_id group by w.withdrawal_id order by w.withdrawal_id`,
  )
  const whole = { state: 'completed', held: 1n, paid: 1n, fees: 1n, acts: 5n, messages: 4n }
  expect(rows).toEqual(Array.from({ length: expected }, () => whole))
  const { USDT } = await world.money(payee.customerId)
  expect(USDT).toEqual({ posted: granted - 300n * coin * BigInt(expected), held: 0n })
  expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
}

test('SIGKILL of PostgreSQL after each step of a withdrawal, and in the middle of each, loses nothing and doubles nothing', async () => {
  const { postgres } = database
  await verify(await killAtEachStep({ postgres, steps: lifeSteps, begin: newLife, take: takeStep }))
})

test('SIGKILL of the server between each pair of steps loses nothing that it acknowledged, and retries double nothing', async () => {
  const wrong: string[] = []
  const requests = new Set<string>()
  const program = join(import.meta.dirname, 'testing/withdrawal-process.ts')
  const values = [
    database.appUrl,
    database.ownerUrl,
    String(payee.customerId),
    payee.methods.USDT,
    paymentPassword,
    ...secrets,
  ]
  for (let lines = 1; lines <= 2 * lifeSteps.length; lines += 1) {
    const { acknowledged, asked } = await runUntilLine(program, values, lines)
    for (const requestId of asked) requests.add(requestId)
    for (const { requestId, step } of acknowledged) {
      if (!(await wasTaken(requestId, step))) wrong.push(`${step} was acknowledged and is not there`)
    }
  }
  expect(wrong).toEqual([])
  // Another server continues from the stored state.
  const { rows } = await world.ledger.owner.query<{ withdrawal_id: bigint; state: string; has_first: boolean }>(
    'select withdrawal_id, state, first_approver is not null as has_first from withdrawal.withdrawal order by withdrawal_id',
  )
  expect(rows.length).toBeGreaterThan(lifeSteps.length)
  expect(rows.length).toBeLessThanOrEqual(requests.size)
  const [first, second, third] = secrets
  for (const { withdrawal_id: id, state, has_first: hasFirst } of rows) {
    if (state === 'under-review' && !hasFirst) await world.decide(first, id)
    if (state === 'under-review') await world.decide(second, id)
    if (state !== 'completed') await world.send(first, id, `payment ${id}`)
    await world.complete(third, id)
  }
  await verify(rows.length)
})

async function wasTaken(requestId: string, step: string): Promise<boolean> {
  const { rows } = await world.ledger.owner.query<{ was_taken: boolean }>(
    `select case $2 when 'requested' then true when 'approved-first' then first_approver is not null
      when 'approved' then approved_ms is not null
       when 'sent' then sent_ms is not null else state = 'completed' end as was_taken
     from withdrawal.withdrawal where request_id = $1`,
    [requestId, step],
  )
  return rows[0]?.was_taken === true
}
