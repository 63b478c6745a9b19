import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerEnvelope } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { createJobs } from '../jobs.ts'
import { createPool, withTransaction } from '../postgres/pool.ts'
import { openTestDatabase } from '../postgres/test-database.ts'
import { enqueueMail, forgetFailedMail, mailTasks } from './index.ts'
import { listOutboxMails } from './outbox-store.ts'

const database = await openTestDatabase()
const pool = createPool(database.appUrl, 'test')
const jobs = createJobs({ appUrl: database.appUrl, logger: pino({ level: 'silent' }) })
const clock = manualClock(1_700_000_000_000)
const common = { pool, clock, from: 'Candor <no-reply@candor.test>' }
const mail = { to: 'ann@example.org', subject: 'Your code', text: 'Your code: 123456\n', code: '123456' }

/** The messages received by an SMTP server on this machine; `refuses` makes it reject mail. */
const inbox: { from: string; to: string; message: string }[] = []
let refuses = false
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    void receive(stream, session.envelope, done)
  },
})

async function receive(
  stream: Readable,
  { mailFrom, rcptTo }: SMTPServerEnvelope,
  done: (fault?: Error) => void,
): Promise<void> {
  const message = await text(stream)
  if (refuses) return done(new Error('mailbox busy'))
  inbox.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo[0]?.address ?? '', message })
  return done()
}

let smtpUrl = ''

beforeAll(async () => {
  const server = smtp.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve))
  await pool.end()
  await database.close()
})

describe('mail', () => {
  it('reaches the mailbox by SMTP once its transaction has committed, and no outbox in live mode', async () => {
    await withTransaction(pool, (client) => enqueueMail(client, mail))
    await jobs.runDue(mailTasks({ ...common, smtpUrl, keepsOutbox: false }))
    expect(inbox).toHaveLength(1)
    expect(inbox[0]).toMatchObject({ from: 'no-reply@candor.test', to: mail.to })
    expect(inbox[0]?.message).toContain('Your code: 123456')
    expect(await listOutboxMails(pool, null)).toEqual([])
  })

  it('is not sent when its transaction rolls back', async () => {
    inbox.length = 0
    const failing = withTransaction(pool, async (client) => {
      await enqueueMail(client, mail)
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    await jobs.runDue(mailTasks({ ...common, smtpUrl, keepsOutbox: false }))
    expect(inbox).toEqual([])
  })

  it('is tried again after the SMTP server turned it away', async () => {
    inbox.length = 0
    const tasks = mailTasks({ ...common, smtpUrl, keepsOutbox: false })
    refuses = true
    await withTransaction(pool, (client) => enqueueMail(client, mail))
    await jobs.runDue(tasks)
    refuses = false
    expect(inbox).toEqual([])
    await pool.query('update graphile_worker._private_jobs set run_at = clock_timestamp()')
    await jobs.runDue(tasks)
    expect(inbox).toHaveLength(1)
    const { rows } = await pool.query('select from graphile_worker._private_jobs')
    expect(rows).toEqual([])
  })

  it('is forgotten once it failed for the last time, and not before', async () => {
    const count = async () => (await pool.query('select from graphile_worker._private_jobs')).rowCount
    await withTransaction(pool, (client) => enqueueMail(client, mail))
    await pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1')
    await forgetFailedMail(pool)
    expect(await count()).toBe(1)
    refuses = true
    await jobs.runDue(mailTasks({ ...common, smtpUrl, keepsOutbox: false }))
    refuses = false
    expect(await count()).toBe(1)
    await forgetFailedMail(pool)
    expect(await count()).toBe(0)
  })

  it('lies in the outbox of the sandbox, newest first and by recipient', async () => {
    const tasks = mailTasks({ ...common, smtpUrl: '', keepsOutbox: true })
    for (const [index, to] of ['ann@example.org', 'ben@example.org'].entries()) {
      await withTransaction(pool, (client) => enqueueMail(client, { ...mail, to, code: `00000${index}` }))
      await jobs.runDue(tasks)
    }
    expect((await listOutboxMails(pool, null)).map(({ to }) => to)).toEqual(['ben@example.org', 'ann@example.org'])
    expect(await listOutboxMails(pool, 'ann@example.org')).toEqual([
      { to: 'ann@example.org', subject: mail.subject, text: mail.text, code: '000000', atMs: clock.nowMs() },
    ])
  })

  it('is delivered by a running worker within moments', async () => {
    const worker = await jobs.start(mailTasks({ ...common, smtpUrl: '', keepsOutbox: true }))
    try {
      await withTransaction(pool, (client) => enqueueMail(client, { ...mail, to: 'cid@example.org' }))
      await expect.poll(() => listOutboxMails(pool, 'cid@example.org')).toHaveLength(1)
    } finally {
      await worker.stop()
    }
  })

  it('refuses to start with nowhere to send mail to', () => {
    expect(() => mailTasks({ ...common, smtpUrl: '', keepsOutbox: false })).toThrow('CANDOR_SMTP_URL')
  })

  it('cannot change the schema of the job queue as the application role', async () => {
    await expect(pool.query('create table graphile_worker.extra ()')).rejects.toThrow('permission denied')
    await expect(pool.query('drop table graphile_worker._private_jobs')).rejects.toThrow('must be owner')
  })
})
