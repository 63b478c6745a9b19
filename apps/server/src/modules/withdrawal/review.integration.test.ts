import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { createConfirmations } from '../confirmation/index.ts'
import { checkLedger } from '../soundness/index.ts'
import { testServerKey } from '../operator/testing/operators.ts'
import { createOperators, seedSandboxReviewers } from '../operator/index.ts'
import { confirmAct, testVerifier } from '../verifier/testing/confirm.ts'
import { startOverdueWatch } from './overdue-watch.ts'
import { createWithdrawalReviewTask } from './review-task.ts'
import { openWithdrawalWorld } from './testing/withdrawal-world.ts'

const hourMs = 3_600_000
const logger = pino({ level: 'silent' })

const world = closeAfterTests(await openWithdrawalWorld(await testDatabase()))
const paula = await world.operator('paula')
const quentin = await world.operator('quentin')

async function reviewerOf(name: string) {
  const { rows } = await world.ledger.app.query<{ operator_id: bigint }>(
    'select operator_id from operator.directory where name = $1',
    [name],
  )
  return { operatorId: rows[0]?.operator_id ?? 0n, roles: ['payments'] as const }
}

async function detailFor(name: string, id: bigint) {
  const detail = await world.review.detail(await reviewerOf(name), id)
  if (!detail.ok) throw new Error('the withdrawal is not there')
  return detail.value
}

const passTime = (ms: number) => world.ledger.moveTo(world.ledger.slot + Math.ceil(ms / 500))

describe('an operator', () => {
  test('sees what waits, whose it is, and by when it is promised', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USD', '500')
    const queue = await world.review.queue(await reviewerOf('paula'), { state: 'under-review', limit: 50 })
    expect(queue.find((item) => item.id === String(id))).toMatchObject({
      subject: `withdrawal:${id}`,
      account: expect.stringMatching(/^\d{8}$/),
      amount: '500',
      step: 'approved',
      promisedMs: world.clock.nowMs() + 4 * hourMs,
      approvalsNeeded: 2,
      approvalsGiven: 0,
      hasApproved: false,
      mayAct: true,
    })
    expect(await detailFor('paula', id)).toMatchObject({
      payee: { kind: 'bank-card', holder: 'Lena Musterfrau', numberEnd: '3000' },
      available: '9500',
      held: '500',
      earlier: { completed: 0, failed: 0, rejected: 0, open: 0 },
    })
  })

  test('does not see who approved before having decided too, and may not approve twice', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '400')
    await world.decide(paula, id)
    expect(await detailFor('paula', id)).toMatchObject({
      approvals: [{ operator: 'paula' }],
      approvalsGiven: 1,
      hasApproved: true,
      mayAct: false,
    })
    expect(await detailFor('quentin', id)).toMatchObject({
      approvals: [],
      approvalsGiven: 1,
      hasApproved: false,
      mayAct: true,
    })
    await confirmAct(world.ledger, quentin, { act: 'withdrawal.approve', id })
    expect(await world.review.decide(quentin, { id: String(id), verdict: 'approved' })).toMatchObject({
      value: { state: 'approved' },
    })
    expect(await detailFor('quentin', id)).toMatchObject({
      approvals: [{ operator: 'paula' }, { operator: 'quentin' }],
    })
  })

  test('who only watches may take no step', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '20')
    const watcher = { ...(await reviewerOf('paula')), roles: ['auditor'] as const }
    expect(await world.review.detail(watcher, id)).toMatchObject({ value: { mayAct: false } })
  })

  test('opens the full destination only with the right role, and only after the audit knows', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USD', '20')
    const auditor = await world.operator('auditor', ['auditor'])
    const views = async () =>
      (
        await world.ledger.owner.query<{ actor: string }>(
          `select actor from audit.entry where action = 'withdrawal.destination-viewed' and subject = $1`,
          [`withdrawal:${id}`],
        )
      ).rows.map(({ actor }) => actor)
    await expect(world.review.destination(auditor, id)).rejects.toMatchObject({ code: 'CO002' })
    await expect(world.review.destination('x'.repeat(43), id)).rejects.toMatchObject({ code: 'CO001' })
    expect(await views()).toEqual([])
    expect(await world.review.destination(paula, id)).toEqual({ ok: true, value: { number: 'DE89370400440532013000' } })
    expect(await views()).toEqual(['paula'])
  })

  test('gets a refusal for a missing, frozen or already paid withdrawal', async () => {
    const payee = await world.addPayee()
    const [one, other] = [await world.withdraw(payee, 'USDT', '20'), await world.withdraw(payee, 'USDT', '20')]
    for (const id of [one, other]) await world.review.decide(paula, { id: String(id), verdict: 'approved' })
    expect(await world.review.send(paula, one, 'abc')).toMatchObject({ value: { state: 'sent' } })
    expect(await world.review.send(paula, other, 'ABC')).toMatchObject({ error: 'reference-taken' })
    for (const step of [
      world.review.decide(paula, { id: '999999', verdict: 'approved' }),
      world.review.send(paula, 999_999n, 'abcd'),
      world.review.complete(paula, 999_999n),
      world.review.fail(paula, 999_999n, 'nothing to be seen'),
      world.review.detail(await reviewerOf('paula'), 999_999n),
      world.review.destination(paula, 999_999n),
    ])
      expect(await step).toMatchObject({ error: 'not-found' })
  })

  test('has the customer told of every step', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USDT', '20')
    await world.review.decide(paula, { id: String(id), verdict: 'approved' })
    await world.review.send(paula, id, 'told')
    await world.review.complete(quentin, id)
    expect(world.told.filter(({ customerId }) => customerId === payee.customerId).map(({ state }) => state)).toEqual([
      'destination-added',
      'destination-added',
      'under-review',
      'approved',
      'sent',
      'completed',
    ])
  })
})

describe('a withdrawal whose promise has passed', () => {
  test('is escalated once for each step, announced to its customer, and counted in the public figures', async () => {
    const payee = await world.addPayee()
    const id = await world.withdraw(payee, 'USD', '60')
    await passTime(4 * hourMs + 1_000)
    // Many watch; it is noticed once.
    const watches = [1, 2, 3].map(() =>
      startOverdueWatch({ pool: world.ledger.app, logger, repeat: () => () => undefined }),
    )
    await Promise.all(watches.map((watch) => watch.stop()))
    const escalations = async () =>
      (
        await world.ledger.owner.query<{ reason: string }>(
          `select reason from audit.entry where action = 'withdrawal.overdue' and subject = $1 order by seq`,
          [`withdrawal:${id}`],
        )
      ).rows.map(({ reason }) => reason)
    expect(await escalations()).toEqual(['approved'])
    const detail = await world.service.detail(payee.customerId, String(id))
    expect(detail).toMatchObject({ ok: true, value: { isOverdue: true } })

    // The operators' sessions have ended meanwhile.
    const late = await world.operator('late-lea')
    const counted = async () => {
      const counts: number[] = []
      const onCounted = (count: number) => counts.push(count)
      await startOverdueWatch({ pool: world.ledger.app, logger, onCounted, repeat: () => () => undefined }).stop()
      return counts[0]
    }
    const overdue = (await counted()) ?? 0
    expect(overdue).toBeGreaterThan(0)
    await world.decide(late, id)
    expect(await counted()).toBe(overdue - 1)
    await passTime(4 * hourMs + 1_000)
    await startOverdueWatch({ pool: world.ledger.app, logger, repeat: () => () => undefined }).stop()
    expect(await escalations()).toEqual(['approved', 'sent'])
    const { rows } = await world.ledger.owner.query<{ n: bigint }>(
      `select count(*) as n from message.message where kind = 'withdrawal-overdue' and subject = $1`,
      [`withdrawal:${id}`],
    )
    expect(rows).toEqual([{ n: 2n }])
  })
})

describe('the service levels', () => {
  test('count what was kept and what is overdue, from the ledger alone', async () => {
    // Longer than the window of 30 days, which excludes everything before.
    await passTime(31 * 24 * hourMs)
    const secret = await world.operator('levi')
    const other = await world.operator('mona')
    const payee = await world.addPayee()
    const [kept, rejected] = [await world.withdraw(payee, 'USD', '20'), await world.withdraw(payee, 'USD', '20')]
    await passTime(60_000)
    await world.decide(secret, kept)
    await world.decide(secret, rejected, 'rejected', 'customer-asked')
    await passTime(120_000)
    await world.send(secret, kept)
    await world.complete(other, kept)
    const { fromMs, toMs, withdrawals } = await world.service.serviceLevels()
    expect(toMs - fromMs).toBe(30 * 24 * hourMs)
    expect(withdrawals).toMatchObject({ requested: 2, completed: 1, rejected: 1, failed: 0, cancelled: 0 })
    expect(withdrawals.steps).toMatchObject([
      {
        name: 'approved',
        promisedWithinMs: 4 * hourMs,
        done: 2,
        inTime: 2,
        medianMs: 60_000,
        ninetyFiveMs: 60_000,
        slowestMs: 60_000,
      },
      { name: 'sent', promisedWithinMs: 4 * hourMs, done: 1, inTime: 1, medianMs: 120_000 },
      { name: 'completed', promisedWithinMs: 24 * hourMs, done: 1, inTime: 1, overdueNow: 1 },
    ])
    // Withdrawals that this file left open are overdue by now.
    expect(withdrawals.steps[0]?.overdueNow).toBeGreaterThan(0)
    expect(withdrawals.open).toBeGreaterThan(0)
  })
})

describe('the sandbox reviewers', () => {
  test('approve, both where two are needed, send under a reference of the sandbox and complete; and refuse the account holders named “refuse”', async () => {
    await seedSandboxReviewers(world.ledger.owner, { key: 'a key of the data folder', secret: testServerKey })
    const payee = await world.addPayee()
    const refused = await world.addPayee({ holder: 'Please Refuse' })
    const ids = [
      await world.withdraw(payee, 'USDT', '20'),
      await world.withdraw(payee, 'USDT', '900'),
      await world.withdraw(refused, 'USD', '20'),
    ]
    await passTime(5_000)
    const task = createWithdrawalReviewTask({ pool: world.ledger.app, review: world.review })
    const reviewers = createOperators({ pool: world.ledger.app, logger, secret: testServerKey }).startReviewers(
      [task],
      'a key of the data folder',
      createConfirmations({ pool: world.ledger.app, ask: testVerifier(world.ledger.owner).take }).confirmAsReviewer,
    )
    const states = async () => {
      const details = await Promise.all(
        ids.map((id, index) => world.service.detail((index === 2 ? refused : payee).customerId, String(id))),
      )
      return details.map((detail) => (detail.ok ? detail.value.state : detail.error))
    }
    try {
      for (
        let second = 0;
        second < 30 && (await states()).some((state) => !['completed', 'rejected'].includes(state));
        second += 1
      )
        await sleep(500)
      expect(await states()).toEqual(['completed', 'completed', 'rejected'])
    } finally {
      await reviewers.stop()
    }
    expect(await detailFor('paula', ids[1] ?? 0n)).toMatchObject({
      reference: `sandbox-${ids[1]}`,
      approvals: [{ operator: 'sandbox-reviewer-1' }, { operator: 'sandbox-reviewer-2' }],
    })
    const { rows } = await world.ledger.owner.query<{ name: string }>(
      `select name from withdrawal.withdrawal join operator.account on operator_id = completed_by
       where withdrawal_id = any($1::bigint[])`,
      [ids],
    )
    expect(rows).toEqual([{ name: 'sandbox-reviewer-3' }, { name: 'sandbox-reviewer-3' }])
  })
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
})

describe('what has ended', () => {
  test('is listed page by page, with its approvers and whether it was late', async () => {
    const payee = await world.addPayee()
    const rejected = await world.withdraw(payee, 'USDT', '21')
    const late = await world.withdraw(payee, 'USDT', '22')
    const open = await world.withdraw(payee, 'USDT', '23')
    await world.decide(await world.operator('olga'), rejected, 'rejected', 'customer-asked')
    // Longer than the promise of the review; the operator's session has ended meanwhile.
    await passTime(5 * hourMs)
    const [secret, other] = [await world.operator('pia'), await world.operator('rosa')]
    await world.decide(secret, late)
    await world.send(secret, late)
    await world.complete(other, late)
    const reviewer = { operatorId: 0n, roles: ['payments'] } as const
    const first = await world.review.ended(reviewer, { limit: 1, state: 'completed' })
    expect(first.items).toMatchObject([
      { id: String(late), state: 'completed', wasLate: true, operators: ['pia'], mayAct: false },
    ])
    const newest = await world.review.ended(reviewer, { limit: 1 })
    expect(newest.items.map(({ id }) => id)).toEqual([String(late)])
    const next = await world.review.ended(reviewer, { limit: 100, cursor: newest.nextCursor ?? '' })
    const ids = next.items.map(({ id }) => id)
    expect(next.items[0]).toMatchObject({ id: String(rejected), state: 'rejected', wasLate: false })
    expect(ids).not.toContain(String(late))
    expect(ids).not.toContain(String(open))
  })
})
