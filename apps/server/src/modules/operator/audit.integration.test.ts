import { createHash } from 'node:crypto'
import { operatorAuditExport, operatorCustomer } from '@candor/api/operator'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import { recordAct } from './index.ts'
import type { ReportedAction } from './operator-store.ts'
import { logInOperator } from './testing/operators.ts'

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const app = createPool(database.appUrl, 'test')
const anna = await logInOperator({ owner, app }, { name: 'anna', roles: ['support'] })

afterAll(async () => {
  await app.end()
  await owner.end()
})

const record = (subject: string, details: object = {}) =>
  recordAct(app, anna.secret, { action: 'support.photo-viewed', subject, reason: 'because', details })

interface Verdict {
  checked: bigint
  broken_seq: bigint | null
  head_seq: bigint
}

const verify = async (fromSeq = 1): Promise<Verdict | undefined> =>
  (await app.query<Verdict>('select checked, broken_seq, head_seq from audit.verify($1)', [fromSeq])).rows[0]

/** Does something as the owner with the triggers off, and undoes it. */
async function tampered(statement: string): Promise<Verdict | undefined> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query("set local session_replication_role = 'replica'")
    await client.query(statement)
    const { rows } = await client.query<Verdict>('select checked, broken_seq, head_seq from audit.verify()')
    return rows[0]
  } finally {
    await client.query('rollback')
    client.release()
  }
}

beforeEach(async () => {
  for (let count = 0; count < 3; count += 1) await record('kyc:5', { photo: 'front', count })
})

describe('the audit', () => {
  it('says who did what to what, and that only the server says so', async () => {
    const { rows } = await app.query(
      'select operator_id, actor, action, subject, reason, details, source from audit.entry order by seq desc limit 1',
    )
    expect(rows).toEqual([
      {
        operator_id: anna.operatorId,
        actor: 'anna',
        action: 'support.photo-viewed',
        subject: 'kyc:5',
        reason: 'because',
        details: { photo: 'front', count: 2 },
        source: 'server',
      },
    ])
  })

  it('records nothing for somebody without the role or without a session', async () => {
    const recordAs = (secret: string, action: ReportedAction) => recordAct(app, secret, { action, subject: 'kyc:5' })
    const before = await verify()
    await expect(recordAs(anna.secret, 'audit.exported')).rejects.toMatchObject({ code: 'CO002' })
    await expect(recordAs('x', 'support.photo-viewed')).rejects.toMatchObject({ code: 'CO001' })
    expect(await verify()).toEqual(before)
  })

  it.each(['withdrawal.approved', 'operator.added', 'photo.viewed', ''])(
    'does not let the application report %j, which is not its own to report',
    async (action) => {
      const before = await verify()
      const report = "select operator.record($1, $2, 'withdrawal:1', 'because', '{}')"
      await expect(app.query(report, [anna.secret, action])).rejects.toMatchObject({ code: '42501' })
      expect(await verify()).toEqual(before)
    },
  )

  it.each([
    ['audit.exported', operatorAuditExport.access],
    ['customer.viewed', operatorCustomer.access],
  ])('takes reports of %s from those who may do it', async (action, access) => {
    const { rows } = await owner.query<{ roles: string[] }>('select operator.roles_reporting($1)::text[] as roles', [
      action,
    ])
    expect(rows[0]?.roles.toSorted()).toEqual([...access].toSorted())
  })

  it('is whole however many write at once', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => record(`kyc:${index}`)))
    const verdict = await verify()
    expect(verdict).toMatchObject({ broken_seq: null, checked: verdict?.head_seq })
  })

  it('has hashes that anybody can compute from the rows', async () => {
    const { rows } = await app.query<{ fields: string[]; prev_hash: Buffer; hash: Buffer }>(
      `select array[seq::text, at_ms::text, coalesce(operator_id::text, ''), actor, action, subject, reason,
        details::text, source] as fields,
         prev_hash, hash
       from audit.entry order by seq`,
    )
    for (const row of rows) {
      const framed = row.fields.map((field) => `${Buffer.byteLength(field)}:${field},`).join('')
      expect(createHash('sha256').update(row.prev_hash).update(framed).digest()).toEqual(row.hash)
    }
    expect(rows.length).toBeGreaterThan(3)
  })

  it.each([
    'update audit.entry set reason = reason',
    'delete from audit.entry',
    'truncate audit.entry',
    'delete from audit.head',
  ])('refuses the owner: %s', async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow('the audit is only added to')
  })

  it.each([
    ['a reason that was changed', "update audit.entry set reason = 'another' where seq = 2", 2n],
    ['an actor that was changed', "update audit.entry set actor = 'boris' where seq = 3", 3n],
    ['a time that was moved', 'update audit.entry set at_ms = at_ms - 1 where seq = 2', 2n],
    [
      'letters that moved from one field to the next',
      "update audit.entry set subject = 'kyc:5b', reason = 'ecause' where seq = 3",
      3n,
    ],
    ['a row that was taken out', 'delete from audit.entry where seq = 3', 4n],
    ['a row with a hash of its own', "update audit.entry set hash = sha256('x') where seq = 2", 2n],
  ])('notices %s by the owner', async (_name, statement, broken) => {
    expect(await tampered(statement)).toMatchObject({ broken_seq: broken })
  })

  it('notices rows that were cut off at the end', async () => {
    const whole = await verify()
    expect(await tampered(`delete from audit.entry where seq = ${whole?.head_seq}`)).toMatchObject({
      broken_seq: whole?.head_seq,
    })
  })

  it('can be verified from a row on', async () => {
    const whole = await verify()
    expect(await verify(3)).toMatchObject({ broken_seq: null, checked: (whole?.checked ?? 0n) - 2n })
  })
})
