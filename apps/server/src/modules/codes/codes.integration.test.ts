import { createHash } from 'node:crypto'
import { captchaCreate } from '@candor/api'
import { parse } from 'zod/mini'
import { beforeEach, describe, expect, it } from 'vitest'
import { openIdentity, solveWork } from '../../../test/identity-fixture.ts'
import type { IdentityFixture } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'

const fixture = closeAfterTests(await openIdentity())
beforeEach(() => fixture.pool.query('delete from identity.code'))

const target = { purpose: 'register', address: 'ann@example.org' } as const
const wish = { channel: 'email', purpose: 'register', address: 'ann@example.org' }
const send = async (fields: object = {}, ip?: string) =>
  (await fixture.call('code/send', { ...wish, ...fields }, ip === undefined ? {} : { ip })).body

/** The code in the newest mail. */
async function newestCode(): Promise<string> {
  await fixture.deliverMail()
  const { rows } = await fixture.pool.query<{ code: string }>(
    'select code from mail.outbox order by mail_id desc limit 1',
  )
  return rows[0]?.code ?? ''
}

/** A code that is not the right one. */
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Checks a code from the network that requests them in these tests, or from another one. */
const check = (of: Parameters<IdentityFixture['codes']['mailbox']['check']>[0], code: string, ip = '198.51.100.7') =>
  fixture.codes.mailbox.check(of, code, ip)

async function newCaptcha() {
  const { body } = await fixture.call('captcha/create', {})
  return parse(captchaCreate.output, body.data)
}

describe('a code by e-mail', () => {
  it('arrives in the mailbox, six digits in the language of the caller, and is good once', async () => {
    const { body } = await fixture.call('code/send', { ...wish, address: 'Ann@Example.org' }, { lang: 'zh' })
    expect(body).toMatchObject({ code: 1, data: { resendAfterMs: 60_000 } })
    const code = await newestCode()
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await fixture.pool.query('select recipient, body from mail.outbox order by mail_id desc limit 1')
    expect(rows[0]).toMatchObject({ recipient: 'ann@example.org', body: expect.stringContaining(`您的验证码`) })

    const codeId = await check(target, code)
    expect(codeId).not.toBeNull()
    const client = await fixture.pool.connect()
    expect([
      await fixture.codes.mailbox.use(client, codeId ?? 0n),
      await fixture.codes.mailbox.use(client, codeId ?? 0n),
    ]).toEqual([true, false])
    client.release()
    expect(await check(target, code)).toBeNull()
  })

  it('is stored as a keyed hash only', async () => {
    await send()
    const code = await newestCode()
    const { rows } = await fixture.pool.query<{ row: string; code_hash: Buffer }>(
      'select code::text as row, code_hash from identity.code',
    )
    expect(rows[0]?.row).not.toContain(code)
    expect(rows[0]?.code_hash).toHaveLength(32)
    expect(rows[0]?.code_hash.includes(code)).toBe(false)
    // A plain hash of six digits is guessed in a second.
    expect(rows[0]?.code_hash.equals(createHash('sha256').update(code).digest())).toBe(false)
  })

  it('lives ten minutes', async () => {
    await send()
    const code = await newestCode()
    fixture.clock.advance(10 * 60_000 - 1)
    expect(await check(target, code)).not.toBeNull()
    fixture.clock.advance(1)
    expect(await check(target, code)).toBeNull()
  })

  it('proves neither another mailbox nor anything once a newer one was sent', async () => {
    await send()
    const older = await newestCode()
    expect(await check({ ...target, address: 'ben@example.org' }, older)).toBeNull()
    fixture.clock.advance(60_000)
    await send()
    const newer = await newestCode()
    expect(await check(target, newer)).not.toBeNull()
    expect(older === newer ? null : await check(target, older)).toBeNull()
  })

  it('is dead after five wrong guesses, and the right one costs none of them', async () => {
    await send()
    const code = await newestCode()
    for (let guess = 0; guess < 4; guess += 1) expect(await check(target, wrongCode(code))).toBeNull()
    for (let guess = 0; guess < 3; guess += 1) expect(await check(target, code)).not.toBeNull()
    expect(await check(target, wrongCode(code))).toBeNull()
    expect(await check(target, code)).toBeNull()
  })

  it('has at most five guesses evaluated out of 1,000 in parallel', async () => {
    await send()
    const code = await newestCode()
    const guesses = Array.from({ length: 1_000 }, () => check(target, wrongCode(code)))
    expect((await Promise.all(guesses)).every((codeId) => codeId === null)).toBe(true)
    const { rows } = await fixture.pool.query('select tries from identity.code')
    expect(rows).toEqual([{ tries: 5 }])
    expect(await check(target, code)).toBeNull()
  })

  it('keeps its tries for the network that requested it, whatever a stranger guesses', async () => {
    await send()
    const code = await newestCode()
    for (let guess = 0; guess < 20; guess += 1) expect(await check(target, wrongCode(code), '127.0.7.1')).toBeNull()
    expect(await check(target, code, '127.0.7.1')).toBeNull()
    expect(await check(target, code)).not.toBeNull()
  })

  it('opens from another network as well, where nobody has guessed there', async () => {
    await send()
    const code = await newestCode()
    for (let guess = 0; guess < 4; guess += 1) await check(target, wrongCode(code), '203.0.113.5')
    for (let guess = 0; guess < 3; guess += 1) expect(await check(target, code, '203.0.113.5')).not.toBeNull()
    const { rows } = await fixture.pool.query('select tries, foreign_tries from identity.code')
    expect(rows).toEqual([{ tries: 0, foreign_tries: 4 }])
  })

  it('is neither delayed nor replaced by those that a stranger requests', async () => {
    const stranger = '127.0.7.1'
    for (let sent = 0; sent < 12; sent += 1) {
      expect((await send(await fixture.captcha(), stranger)).code).toBe(1)
      fixture.clock.advance(60_000)
    }
    expect((await send(await fixture.captcha(), stranger)).error).toBe('frequent-operations')
    expect((await send(await fixture.captcha())).code).toBe(1)
    const code = await newestCode()
    expect((await send(await fixture.captcha(), '127.0.7.2')).code).toBe(1)
    expect(await check(target, code)).not.toBeNull()
  })

  it('is sent once however many ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'frequent-operations')).toHaveLength(49)
    const { rows } = await fixture.pool.query('select count(*)::int as count from identity.code')
    expect(rows).toEqual([{ count: 1 }])
  })

  it('is refused with HTTP 429 within a minute, and keeps the captcha of a client that has to wait', async () => {
    await send()
    const captcha = await fixture.captcha()
    const { status, body } = await fixture.call('code/send', { ...wish, ...captcha })
    expect({ status, error: body.error, data: body.data }).toEqual({
      status: 429,
      error: 'frequent-operations',
      data: { resendAfterMs: 60_000 },
    })
    expect(await fixture.codes.captcha.prove(captcha)).toBe('proven')
  })

  it('needs a captcha from the third an hour on', async () => {
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await send()).code).toBe(1)
      fixture.clock.advance(60_000)
    }
    expect((await send()).error).toBe('captcha-required')
    expect((await send({ ...(await fixture.captcha()), captcha: 'ABC349' })).error).toBe('wrong-captcha')
    expect((await send(await fixture.captcha())).code).toBe(1)
  })

  it.each([
    ['no e-mail', { address: 'ann' }, { address: 'wrong-email' }],
    ['an unknown purpose', { purpose: 'withdraw' }, { purpose: 'unknown-value' }],
    ['an unknown channel', { channel: 'sms' }, { channel: 'unknown-value' }],
  ])('is refused for %s', async (_case, fields, data) => {
    expect(await send(fields)).toMatchObject({ code: 0, error: 'invalid', data })
  })
})

describe('a captcha', () => {
  it('is a picture and a challenge, and does not give its answer away', async () => {
    const made = await newCaptcha()
    expect(made.image).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
    expect(made.challenge).toMatchObject({ algorithm: 'SHA-256', maxnumber: 30_000 })
    const { rows } = await fixture.pool.query<{ answer_hash: Buffer }>(
      'select answer_hash from identity.captcha where captcha_id = $1',
      [made.captchaId],
    )
    expect(rows[0]?.answer_hash).toHaveLength(32)
  })

  it('takes its six characters in any case, once', async () => {
    const captcha = await fixture.captcha()
    expect(await fixture.codes.captcha.prove({ ...captcha, captcha: ' aBc347 ' })).toBe('proven')
    expect(await fixture.codes.captcha.prove(captcha)).toBe('wrong')
  })

  it('is used up by a wrong answer, too', async () => {
    const captcha = await fixture.captcha()
    expect(await fixture.codes.captcha.prove({ ...captcha, captcha: 'ABC349' })).toBe('wrong')
    expect(await fixture.codes.captcha.prove(captcha)).toBe('wrong')
  })

  it('serves one of many who answer it at once', async () => {
    const captcha = await fixture.captcha()
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => fixture.codes.captcha.prove(captcha)))
    expect(verdicts.filter((verdict) => verdict === 'proven')).toHaveLength(1)
  })

  it('lives two minutes', async () => {
    const [first, second] = [await fixture.captcha(), await fixture.captcha()]
    fixture.clock.advance(2 * 60_000 - 1)
    expect(await fixture.codes.captcha.prove(first)).toBe('proven')
    fixture.clock.advance(1)
    expect(await fixture.codes.captcha.prove(second)).toBe('wrong')
  })

  it('is answered by a proof of work as well, which uses up the picture', async () => {
    const made = await newCaptcha()
    const altcha = solveWork(made.challenge)
    expect(await fixture.codes.captcha.prove({ altcha })).toBe('proven')
    expect(await fixture.codes.captcha.prove({ altcha })).toBe('wrong')
    const { rows } = await fixture.pool.query('select from identity.captcha where captcha_id = $1', [made.captchaId])
    expect(rows).toEqual([])
  })

  it('accepts a proof of work once when it is handed in many times at once, and not when it is late', async () => {
    const altcha = solveWork((await newCaptcha()).challenge)
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => fixture.codes.captcha.prove({ altcha })))
    expect(verdicts.filter((verdict) => verdict === 'proven')).toHaveLength(1)
    const late = solveWork((await newCaptcha()).challenge)
    fixture.clock.advance(2 * 60_000)
    expect(await fixture.codes.captcha.prove({ altcha: late })).toBe('wrong')
  })

  it('takes no proof of work for another captcha, with another number, or that is no proof at all', async () => {
    const made = await newCaptcha()
    const solved: unknown = JSON.parse(Buffer.from(solveWork(made.challenge), 'base64').toString())
    const other = (await newCaptcha()).captchaId
    const packed = (change: object) => Buffer.from(JSON.stringify({ ...Object(solved), ...change })).toString('base64')
    const forged = [
      packed({ salt: made.challenge.salt.replace(made.captchaId, other) }),
      packed({ number: 30_001 }),
      packed({ signature: '0'.repeat(64) }),
      packed({ algorithm: 'SHA-1' }),
      packed({ number: '1' }),
      '[]',
      'null',
      Buffer.from('null').toString('base64'),
      '\u0000',
    ]
    for (const altcha of forged)
      expect({ altcha, verdict: await fixture.codes.captcha.prove({ altcha }) }).toEqual({ altcha, verdict: 'wrong' })
    expect(await fixture.codes.captcha.prove({ altcha: packed({}) })).toBe('proven')
  })

  it('asks more work of a network that keeps asking, and of no other', async () => {
    const askedBy = async (ip: string) =>
      parse(captchaCreate.output, (await fixture.call('captcha/create', {}, { ip })).body.data).challenge.maxnumber
    for (let asked = 0; asked < 6; asked += 1) await askedBy('203.0.113.1')
    expect(await askedBy('203.0.113.1')).toBe(60_000)
    expect(await askedBy('203.0.113.2')).toBe(30_000)
  })

  it('is forgotten with old codes when it is not solved', async () => {
    await newCaptcha()
    await send()
    fixture.clock.advance(25 * 60 * 60_000)
    await fixture.codes.prune()
    const { rows } = await fixture.pool.query(
      'select (select count(*) from identity.captcha)::int as captchas, (select count(*) from identity.code)::int as codes',
    )
    expect(rows).toEqual([{ captchas: 0, codes: 0 }])
  })
})
