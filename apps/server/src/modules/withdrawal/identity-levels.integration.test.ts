import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { formOf, openKycWorld } from '../kyc/testing/kyc-world.ts'
import { readServiceLevels } from './service-levels-store.ts'

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]
const promiseMs = 4 * hourMs

let ahead = 0
const world = closeAfterTests(await openKycWorld())
await pass(minuteMs)

/** Moves the database's clock on, where it stands still until the next call. */
async function pass(ms: number): Promise<void> {
  ahead += ms
  await world.leap(ahead)
}

async function nowMs(): Promise<number> {
  const { rows } = await world.owner.query<{ now_ms: bigint }>('select clock.now_ms() as now_ms')
  return Number(rows[0]?.now_ms)
}

/** A review as the test itself saw it; not decided while `doneMs` is null. */
interface Seen {
  readonly customerId: bigint
  readonly id: string
  readonly fromMs: number
  doneMs: number | null
}

async function submitted(): Promise<Seen> {
  const customerId = await world.newCustomer()
  const sent = await world.service.submit(customerId, await formOf())
  if (!sent.ok) throw new Error(sent.error)
  return { customerId, id: sent.value.id, fromMs: await nowMs(), doneMs: null }
}

async function appealed({ customerId, id }: Seen): Promise<Seen> {
  const sent = await world.service.appeal(customerId, { requestId: randomUUID(), text: 'The photo shows it all.' })
  if (!sent.ok) throw new Error(sent.error)
  return { customerId, id, fromMs: await nowMs(), doneMs: null }
}

async function decide(seen: Seen, secrets: readonly string[]): Promise<void> {
  const blurred = { code: 'blurred', target: 'back' } as const
  for (const secret of secrets) {
    const rejection = { verdict: 'rejected', resubmit: 'retry-photos', note: '' } as const
    const decided = await world.review.decide(secret, { ...rejection, id: seen.id, reasons: [blurred] })
    if (!decided.ok) throw new Error(decided.error)
  }
  seen.doneMs = await nowMs()
}

/** Counts the figures again, from the reviews that the test saw. */
function recount(name: string, all: readonly Seen[], now: number) {
  const ended = all.flatMap(({ fromMs, doneMs }) =>
    doneMs !== null && doneMs > now - 30 * 24 * hourMs ? [doneMs - fromMs] : [],
  )
  const took = ended.toSorted((one, other) => one - other)
  const done = took.length
  const isShown = done >= 20
  const shown = (value: number | undefined) => (isShown ? value : null)
  return {
    name,
    promisedWithinMs: promiseMs,
    done,
    missing: isShown ? 0 : 20 - done,
    inTime: shown(took.filter((ms) => ms <= promiseMs).length),
    medianMs: shown(took[Math.ceil(done * 0.5) - 1]),
    ninetyFiveMs: shown(took[Math.ceil(done * 0.95) - 1]),
    slowestMs: shown(took.at(-1)),
    overdueNow: all.filter(({ fromMs, doneMs }) => doneMs === null && fromMs + promiseMs < now).length,
  }
}

const published = async () => (await readServiceLevels(world.app)).identityChecks.steps

it('publishes how identity checks and appeals kept their promise, as an independent recount finds it', async () => {
  const newReviewers = () => Promise.all([world.newOperator('kyc'), world.newOperator('kyc')])
  const checks: Seen[] = []
  const appeals: Seen[] = []
  const agrees = async () => {
    const now = await nowMs()
    expect(await published()).toEqual([recount('checked', checks, now), recount('appealed', appeals, now)])
  }
  await agrees()
  // Out of the window later on, so it must be in no figure then.
  const first = await submitted()
  checks.push(first)
  await pass(5 * hourMs)
  await decide(first, await newReviewers())
  await agrees()
  expect((await published())[0]).toMatchObject({ done: 1, missing: 19, inTime: null, slowestMs: null })
  await pass(31 * 24 * hourMs)

  // Each takes ten seconds more than the one before, and the later ones are late. Operators stay logged in meanwhile.
  for (let count = 0; count < 22; count += 1) {
    checks.push(await submitted())
    await pass(10 * secondMs)
  }
  await pass(promiseMs - 5 * minuteMs)
  const pair = await newReviewers()
  for (const check of checks.slice(1)) {
    await decide(check, pair)
    await pass(20 * secondMs)
  }
  await agrees()
  const [checked] = await published()
  expect(checked).toMatchObject({ done: 22, missing: 0 })
  expect(checked?.inTime).toBeGreaterThan(0)
  expect(checked?.inTime).toBeLessThan(22)

  // An appeal replaces the promise and the decision of its submission: the first review keeps its own figures.
  for (const check of checks.slice(2)) {
    appeals.push(await appealed(check))
    await pass(10 * secondMs)
  }
  await agrees()
  await pass(promiseMs - 5 * minuteMs)
  const third = [await world.newOperator('kyc')]
  for (const appeal of appeals.slice(1)) {
    await decide(appeal, third)
    await pass(20 * secondMs)
  }
  checks.push(await submitted())
  await pass(promiseMs + minuteMs)
  await agrees()
  const steps = await published()
  expect(steps).toMatchObject([
    { done: 22, overdueNow: 1 },
    { done: 20, missing: 0, overdueNow: 1 },
  ])
  expect(steps[1]?.inTime).toBeLessThan(20)

  // A recovery of a mailbox is a submission of its own, and none of these.
  const [recovery] = checks.splice(1, 1)
  await world.owner.query('update kyc.submission set recovery_email = $2 where submission_id = $1', [
    recovery?.id,
    'new@example.org',
  ])
  await agrees()
})
