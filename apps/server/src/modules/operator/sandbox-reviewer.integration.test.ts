import pino from 'pino'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../../platform/postgres/pool.ts'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { seedSandboxReviewers } from './index.ts'
import { createOperatorLogins } from './login-service.ts'
import { startSandboxReviewer } from './sandbox-reviewer.ts'
import type { ReviewCase, ReviewTask } from './sandbox-reviewer.ts'
import { logInOperator, testServerKey } from './testing/operators.ts'

const key = 'a key of the data folder'
const logger = pino({ level: 'silent' })
let database: TestDatabase
let owner: Pool
let app: Pool
let running: { stop(): Promise<void> } | null = null

async function open(mode: 'sandbox' | 'live') {
  database = await openTestDatabase()
  owner = createPool(database.ownerUrl, 'test-owner')
  app = createPool(database.appUrl, 'test')
  await owner.query('insert into origin.mode (mode) values ($1)', [mode])
}

async function close() {
  await app.end()
  await owner.end()
  await database.close()
}

afterEach(async () => {
  await running?.stop()
  running = null
})

const names = async () =>
  (await app.query<{ name: string }>('select name from operator.directory order by name')).rows.map(({ name }) => name)

/** A queue of cases that go once they are decided; `decide` may refuse. */
function queueOf(cases: ReviewCase[], decide: (by: string, due: ReviewCase) => void = () => undefined) {
  const decisions: string[] = []
  const task: ReviewTask = {
    name: 'test',
    due: async () => [...cases],
    async decide(secret, due) {
      const { rows } = await app.query<{ name: string }>('select name from operator.find_session($1)', [secret])
      const by = rows[0]?.name ?? 'nobody'
      decisions.push(`${due.subject} ${by}`)
      decide(by, due)
      cases.splice(cases.indexOf(due), 1)
    },
  }
  return { task, decisions }
}

function start(task: ReviewTask, decidesAfterMs = 0) {
  running = startSandboxReviewer({
    pool: app,
    logger,
    logins: createOperatorLogins({ pool: app, secret: testServerKey }),
    tasks: [task],
    key,
    confirm: () => Promise.resolve(),
    roundMs: 20,
    decidesAfterMs,
  })
}

describe('in a sandbox', () => {
  beforeAll(() => open('sandbox'))
  afterAll(close)
  // A step's code is good once, and these tests do not wait for the next step.
  beforeEach(() => owner.query('update operator.account set totp_step = 0'))

  it('three reviewers exist, named as what they are, and a second start makes no more', async () => {
    await seedSandboxReviewers(owner, { key, secret: testServerKey })
    await seedSandboxReviewers(owner, { key, secret: testServerKey })
    expect(await names()).toEqual(['sandbox-reviewer-1', 'sandbox-reviewer-2', 'sandbox-reviewer-3'])
  })

  it('a case is decided by the first one, once it has waited', async () => {
    const { rows } = await app.query<{ now_ms: bigint }>('select clock.now_ms() as now_ms')
    const nowMs = Number(rows[0]?.now_ms)
    const { task, decisions } = queueOf([
      { subject: 'kyc:1', sinceMs: nowMs - 10_000 },
      { subject: 'kyc:2', sinceMs: nowMs },
    ])
    start(task, 10_000)
    await expect.poll(() => decisions.length > 0).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(decisions).toEqual(['kyc:1 sandbox-reviewer-1'])
  })

  it('a case that needs two operators gets the second one next', async () => {
    let approvals = 0
    const { task, decisions } = queueOf([{ subject: 'withdrawal:1', sinceMs: 0 }], () => {
      approvals += 1
      if (approvals === 1) throw Object.assign(new Error('a second operator has to'), { code: 'CO003' })
    })
    start(task)
    await expect.poll(() => decisions.length === 2).toBe(true)
    expect(decisions).toEqual(['withdrawal:1 sandbox-reviewer-1', 'withdrawal:1 sandbox-reviewer-2'])
  })

  it('what needs an operator who decided nothing before is decided by the third one', async () => {
    const { task, decisions } = queueOf([{ subject: 'kyc:4', sinceMs: 0, isForThird: true }])
    start(task)
    await expect.poll(() => decisions.length > 0).toBe(true)
    expect(decisions).toEqual(['kyc:4 sandbox-reviewer-3'])
  })

  it('a reviewer whose session has ended logs in again', async () => {
    const { task, decisions } = queueOf([{ subject: 'kyc:5', sinceMs: 0 }], () => {
      if (decisions.length === 1) throw Object.assign(new Error('no operator is logged in'), { code: 'CO001' })
    })
    start(task)
    await expect.poll(() => decisions.length === 2).toBe(true)
    expect(decisions).toEqual(['kyc:5 sandbox-reviewer-1', 'kyc:5 sandbox-reviewer-1'])
  })

  it('what a person has claimed is left to that person', async () => {
    const anna = await logInOperator({ owner, app }, { name: 'anna', roles: ['kyc'] })
    await app.query("select operator.claim($1, 'kyc:6')", [anna.secret])
    const { task, decisions } = queueOf([
      { subject: 'kyc:6', sinceMs: 0 },
      { subject: 'kyc:7', sinceMs: 0 },
    ])
    start(task)
    await expect.poll(() => decisions.length > 0).toBe(true)
    expect(decisions).toEqual(['kyc:7 sandbox-reviewer-1'])
  })
})

describe('where money is real', () => {
  beforeAll(() => open('live'))
  afterAll(close)

  it('no reviewer can be made', async () => {
    await expect(seedSandboxReviewers(owner, { key, secret: testServerKey })).rejects.toThrow('only a sandbox')
    expect(await names()).toEqual([])
  })

  it('one that was smuggled in neither logs in nor decides', async () => {
    const smuggled = await logInOperator({ owner, app }, { name: 'smuggled', roles: ['kyc'] })
    await owner.query('update operator.account set is_sandbox = true where operator_id = $1', [smuggled.operatorId])
    await expect(owner.query("select operator.require_session($1, '{kyc}')", [smuggled.secret])).rejects.toMatchObject({
      code: 'CO001',
    })
    const another = logInOperator({ owner, app }, { name: 'another', roles: ['kyc'] })
    await expect(another).resolves.toMatchObject({ name: 'another' })
    const form = { account: 'smuggled', password: smuggled.password, totp: smuggled.code(), newPassword: undefined }
    const origin = { ip: '127.0.0.1', userAgent: '', device: { value: null, keep: () => undefined } }
    expect(
      await createOperatorLogins({ pool: app, secret: testServerKey }).login(
        { ...form, totp: smuggled.code() },
        origin,
      ),
    ).toMatchObject({
      error: 'wrong-credentials',
    })
  })
})
