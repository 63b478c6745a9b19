import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeAfterTests, openDurableDatabase } from '../../platform/postgres/test-database.ts'
import { runUntilLine } from '../ledger/testing/acknowledging-process.ts'
import { insist, killAtEachStep, killDuring } from '../ledger/testing/crashes.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { coin, openDepositWorld, opening, testTxid } from './testing/deposit-world.ts'
import { approveVoucher, prepareVoucher, takeVoucherStep, voucherSteps } from './testing/voucher-life.ts'

const price = 99n
/** 100 USDT as USD, less the spread. */
const inUsd = (100n * coin * price * 9_995n) / 1_000_000n
/** One of each stripe. The first two announce their coins as USD. */
const customers = [1n, 2n, 3n, 4n]
const announcers = [1n, 2n]
/** Recharges by voucher, 300 USDT as USD each time. */
const reviewed = 5n
const killsAfterMs = [0, 2, 4, 8, 16]

const database = closeAfterTests(await openDurableDatabase())
// Closing checks the books.
const world = closeAfterTests(await openDepositWorld(database, { price }))
for (const customerId of [...customers, reviewed]) await world.register(customerId)

interface Shown {
  readonly to: bigint
  readonly txid: string
}

/** Transfers that no other round has, of which some were announced. */
async function transfersOf(round: number): Promise<Shown[]> {
  for (const customerId of announcers) await world.announce({ customerId, asset: 'USD' })
  return customers.map((to, place) => ({ to, txid: testTxid(round * customers.length + place + 1) }))
}

test('SIGKILL of PostgreSQL before, while and after coins are credited credits each transfer once, and tells of it once', async () => {
  const { postgres } = database
  const answers: string[] = []
  for (const [round, afterMs] of killsAfterMs.entries()) {
    const shown = await transfersOf(round)
    const recording = shown.map((transfer) =>
      world.record(transfer).then(
        ({ outcome }) => outcome,
        () => 'unanswered',
      ),
    )
    const all = Promise.all(recording)
    await killDuring(postgres, all, afterMs)
    const heard = await all
    const again = await Promise.all(shown.map((transfer) => insist(async () => (await world.record(transfer)).outcome)))
    // Everything acknowledged before the kill is still there.
    expect(again.filter((outcome, place) => heard[place] === 'credited' && outcome !== 'known')).toEqual([])
    answers.push(...heard)
  }
  // Otherwise no kill interrupted anything.
  expect(answers).toContain('unanswered')

  const { rows } = await world.ledger.owner.query<Record<'credits' | 'messages', bigint>>(
    `select count(*) as credits, (select count(*) from message.message
      where subject = 'deposit:' || d.deposit_id) as messages
     from deposit.deposit as d join ledger.posting as e on e.ref = d.deposit_id and e.kind = 'deposit'
     join ledger.balance as a on a.account_id = e.account_id and a.owner_id = d.customer_id
     where d.state = 'completed' group by d.deposit_id`,
  )
  expect(rows).toEqual(
    Array.from({ length: killsAfterMs.length * customers.length }, () => ({ credits: 1n, messages: 1n })),
  )
  const rounds = BigInt(killsAfterMs.length)
  for (const customerId of customers) {
    const isUsd = announcers.includes(customerId)
    expect(await world.balances(customerId)).toEqual({
      usd: opening + (isUsd ? rounds * inUsd : 0n),
      usdt: opening + (isUsd ? 0n : rounds * 100n * coin),
    })
  }
})

test('SIGKILL of PostgreSQL and of the server after and in the middle of each step of a recharge by voucher credits it once, and tells of it once', async () => {
  const { postgres } = database
  const { owner, app } = world.ledger
  const logIn = async (name: string) => (await logInOperator({ owner, app }, { name, roles: ['payments'] })).secret
  const secrets = [await logIn('paula'), await logIn('quentin')] as const

  const begin = () => prepareVoucher({ pool: app, owner, customerId: reviewed, secrets })
  let lives = await killAtEachStep({ postgres, steps: voucherSteps, begin, take: takeVoucherStep })

  const program = join(import.meta.dirname, 'testing/voucher-process.ts')
  const values = [database.appUrl, database.ownerUrl, String(reviewed), ...secrets]
  const lost: string[] = []
  for (let lines = 1; lines <= 2 * voucherSteps.length; lines += 1) {
    const { acknowledged, asked } = await runUntilLine(program, values, lines)
    lives += asked.size
    for (const { requestId, step } of acknowledged)
      if (!(await wasTaken(requestId, step))) lost.push(`${step} of ${requestId}`)
  }
  expect(lost).toEqual([])
  await finishReviewed(secrets)

  const { rows } = await owner.query<Record<'credits' | 'acts' | 'messages' | 'units', bigint>>(
    `select count(*) as credits, sum(e.d_posted)::bigint as units,
       (select count(*) from audit.entry where subject = 'deposit:' || d.deposit_id) as acts,
       (select count(*) from message.message where subject = 'deposit:' || d.deposit_id) as messages
     from deposit.deposit as d join ledger.posting as e on e.ref = d.deposit_id and e.kind = 'deposit'
     join ledger.balance as a on a.account_id = e.account_id and a.owner_id = d.customer_id
     where d.customer_id = $1 group by d.deposit_id`,
    [reviewed],
  )
  expect(rows.length).toBeGreaterThan(3 * voucherSteps.length)
  // A request killed before its first commit was never stored.
  expect(rows.length).toBeLessThanOrEqual(lives)
  const whole = { credits: 1n, units: 3n * inUsd, acts: 2n, messages: 1n }
  expect(rows).toEqual(rows.map(() => whole))
  expect(await world.balances(reviewed)).toEqual({ usd: opening + BigInt(rows.length) * 3n * inUsd, usdt: opening })
})

async function wasTaken(requestId: string, step: string): Promise<boolean> {
  const { rows } = await world.ledger.owner.query<{ state: string; approvals: bigint }>(
    `select d.state::text, (select count(*) from deposit.deposit_verdict as v
      where v.deposit_id = d.deposit_id) as approvals
     from deposit.deposit as d where d.request_id = $1`,
    [requestId],
  )
  const [row] = rows
  if (row === undefined) return false
  return step === 'announced' || (step === 'approved-first' ? row.approvals > 0n : row.state === 'completed')
}

/** Another server continues from the stored state. */
async function finishReviewed(secrets: readonly [string, string]): Promise<void> {
  const { rows } = await world.ledger.owner.query<{ deposit_id: bigint }>(
    "select deposit_id from deposit.deposit where customer_id = $1 and state = 'under-review'",
    [reviewed],
  )
  for (const { deposit_id: id } of rows) for (const secret of secrets) await approveVoucher(world.ledger, secret, id)
}
