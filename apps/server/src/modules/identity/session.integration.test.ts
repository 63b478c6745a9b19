import { userInfo, userLogin, userSessions } from '@candor/api'
import { accountDisabledData } from '@candor/api/support'
import { dayMs } from '@candor/formulas'
import { parse } from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { tokenHash } from '../../platform/token.ts'
import { customersOf, password } from '../../../test/identity-customers.ts'
import { openIdentity } from '../../../test/identity-fixture.ts'

const fixture = closeAfterTests(await openIdentity())

const { newCustomer, login, info, customerIdOf } = customersOf(() => fixture)

describe('a session', () => {
  it('is stored without its token', async () => {
    const { token } = await newCustomer()
    const { rows } = await fixture.pool.query<{ row: string; token_hash: Buffer; device: string }>(
      'select session::text as row, token_hash, device from identity.session',
    )
    expect(rows.some((row) => row.token_hash.equals(tokenHash(token)) && row.device === 'Test browser')).toBe(true)
    const bytes = Buffer.from(token, 'base64url').toString('hex')
    expect(rows.some(({ row }) => row.includes(token) || row.includes(bytes))).toBe(false)
  })

  it('returns HTTP 408 for a token that is missing, invented or nonsense', async () => {
    const invented = Buffer.alloc(32, 7).toString('base64url')
    for (const token of [undefined, '', invented, `${invented}=`, "' or 1=1 --", '\u0000']) {
      const { status, body } = await fixture.call('user/info', {}, token === undefined ? {} : { token })
      expect({ status, error: body.error, msg: body.msg }).toEqual({
        status: 408,
        error: 'not-logged-in',
        msg: 'Not logged in',
      })
    }
  })

  it('ends with logout at once, alone, and says so on the bus', async () => {
    const { token, mobile } = await newCustomer()
    const other = parse(userLogin.output, (await login(mobile, password)).data).token
    await Promise.all([info(token), info(other)])
    const heard: unknown[] = []
    const end = fixture.bus.subscribe('session-revoked', (message) => heard.push(message))
    expect((await fixture.call('user/logout', {}, { token })).body).toMatchObject({ code: 1, msg: 'Exit successfully' })
    end()
    expect((await info(token)).status).toBe(408)
    expect((await info(other)).body.code).toBe(1)
    expect(heard).toEqual([{ customerId: await customerIdOf(mobile), sessionId: expect.any(BigInt) }])
  })

  it('is not remembered from a look-up that was under way when it was revoked', async () => {
    const { token, mobile } = await newCustomer()
    const customerId = await customerIdOf(mobile)
    const underWay = fixture.identity.authenticate(token)
    fixture.bus.publish('session-revoked', { customerId, sessionId: null })
    expect(await underWay).not.toBeNull()
    await fixture.pool.query('update identity.session set revoked_ms = 1 where token_hash = $1', [tokenHash(token)])
    expect(await fixture.identity.authenticate(token)).toBeNull()
  })

  it('ends after 30 idle days, and lives on while it is used', async () => {
    const { token } = await newCustomer()
    for (let month = 0; month < 3; month += 1) {
      fixture.clock.advance(29 * dayMs)
      expect((await info(token)).body.code).toBe(1)
    }
    fixture.clock.advance(30 * dayMs)
    expect((await info(token)).status).toBe(408)
    await fixture.identity.prune()
    const { rows } = await fixture.pool.query('select from identity.session where token_hash = $1', [tokenHash(token)])
    expect(rows).toEqual([])
  })

  it('ends after 90 days, however often it is used', async () => {
    const { token, mobile } = await newCustomer()
    for (let week = 0; week < 8; week += 1) {
      fixture.clock.advance(11 * dayMs)
      expect((await info(token)).body.code).toBe(1)
    }
    fixture.clock.advance(2 * dayMs - 1)
    expect((await info(token)).body.code).toBe(1)
    fixture.clock.advance(11_000)
    expect((await info(token)).status).toBe(408)
    const { data } = await login(mobile, password)
    const fresh = parse(userLogin.output, data).token
    const { items } = parse(userSessions.output, (await fixture.call('user/sessions', {}, { token: fresh })).body.data)
    expect(items).toMatchObject([{ isCurrent: true }])
  })
})

describe('the list of sessions', () => {
  const list = async (token: string) =>
    parse(userSessions.output, (await fixture.call('user/sessions', {}, { token })).body.data).items
  const revoke = async (token: string, form: object) =>
    (await fixture.call('user/session_revoke', form, { token })).body
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile/15E148 Safari/604.1'
  const tokenOf = async (mobile: string) =>
    parse(userLogin.output, (await login(mobile, password, {}, { ip: '203.0.113.9', userAgent: phone })).data).token

  it('names device, coarse network and times, this session first, and none that has ended', async () => {
    const { token, mobile } = await newCustomer()
    fixture.clock.advance(60_000)
    const other = await tokenOf(mobile)
    const gone = await tokenOf(mobile)
    await fixture.call('user/logout', {}, { token: gone })
    const nowMs = fixture.clock.nowMs()
    expect(await list(token)).toMatchObject([
      { isCurrent: true, network: '198.51.100.x', createdMs: nowMs - 60_000 },
      {
        isCurrent: false,
        device: { kind: 'phone', system: 'iPhone', browser: 'Safari' },
        network: '203.0.113.x',
        lastUsedMs: nowMs,
      },
    ])
    expect((await list(other)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  })

  it('ends one session, which is published on the bus at once, and says “not found” of it afterwards', async () => {
    const { token, mobile } = await newCustomer()
    const other = await tokenOf(mobile)
    await info(other)
    const id = (await list(token))[1]?.id ?? ''
    const heard: unknown[] = []
    const end = fixture.bus.subscribe('session-revoked', (message) => heard.push(message))
    expect(await revoke(token, { id })).toMatchObject({ code: 1, msg: 'Exit successfully', data: { revoked: 1 } })
    end()
    expect(heard).toEqual([{ customerId: await customerIdOf(mobile), sessionId: BigInt(id) }])
    expect((await info(other)).status).toBe(408)
    expect((await revoke(token, { id })).error).toBe('not-found')
    expect((await info(token)).status).toBe(200)
  })

  it('ends every session but this one, and this one when it is named', async () => {
    const { token, mobile } = await newCustomer()
    const others = [await tokenOf(mobile), await tokenOf(mobile)]
    expect((await revoke(token, { scope: 'others' })).data).toEqual({ revoked: 2 })
    for (const other of others) expect((await info(other)).status).toBe(408)
    expect((await revoke(token, { id: (await list(token))[0]?.id })).code).toBe(1)
    expect((await info(token)).status).toBe(408)
  })

  it('leaves the sessions of other customers alone', async () => {
    const [own, foreign] = [await newCustomer(), await newCustomer()]
    const id = (await list(foreign.token))[0]?.id
    expect((await revoke(own.token, { id })).error).toBe('not-found')
    expect((await revoke(own.token, { scope: 'others' })).data).toEqual({ revoked: 0 })
    expect((await info(foreign.token)).status).toBe(200)
  })

  it.each([{}, { id: '' }, { id: '-1' }, { id: '1e3' }, { id: '9'.repeat(19) }, { scope: 'all' }])(
    'refuses %j',
    async (form) => {
      const { token } = await newCustomer()
      expect((await revoke(token, form)).error).toBe('invalid')
    },
  )

  it('counts a session once that is ended twenty times at once', async () => {
    const { token, mobile } = await newCustomer()
    await tokenOf(mobile)
    const id = (await list(token))[1]?.id
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(token, { id })))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
  })
})

describe('a disabled account', () => {
  it('is refused at its next call, and at login with the password alone', async () => {
    const { token, mobile } = await newCustomer()
    expect((await info(token)).body.code).toBe(1)
    const customerId = await customerIdOf(mobile)
    const heard: unknown[] = []
    const end = fixture.bus.subscribe('session-revoked', (message) => heard.push(message))
    expect(await fixture.setEnabled(customerId, false)).toBe(true)
    end()
    expect(heard).toEqual([{ customerId, sessionId: null }])
    for (const path of ['user/info', 'user/logout', 'test/gated']) {
      expect((await fixture.call(path, {}, { token })).body).toMatchObject({
        code: 0,
        error: 'account-disabled',
        msg: 'Account disabled',
      })
    }
    expect((await login(mobile, password)).error).toBe('account-disabled')
    expect((await login(mobile, 'wrong-one')).error).toBe('wrong-credentials')
    await fixture.setEnabled(customerId, true)
    expect((await info(token)).body.code).toBe(1)
  })

  it('logs in for customer service only, until it is enabled', async () => {
    const { mobile } = await newCustomer()
    const customerId = await customerIdOf(mobile)
    await fixture.setEnabled(customerId, false)
    const { supportToken } = parse(accountDisabledData, (await login(mobile, password)).data)
    expect((await info(supportToken)).body).toMatchObject({ error: 'account-disabled', data: null })
    await fixture.setEnabled(customerId, true)
    expect((await info(supportToken)).status).toBe(408)
    const { token } = parse(userLogin.output, (await login(mobile, password)).data)
    const { body } = await fixture.call('user/sessions', {}, { token })
    // The first one, and the one of now.
    expect(parse(userSessions.output, body.data).items).toHaveLength(2)
  })
})

describe('the verification gate', () => {
  it.each([
    ['none', 'kyc-not-completed', 'Your account has not completed KYC Certification'],
    ['under-review', 'kyc-not-passed', 'You have not yet KYC Certification, or it has not passed'],
    ['rejected', 'kyc-not-passed', 'You have not yet KYC Certification, or it has not passed'],
  ])('refuses a customer whose state is %s', async (state, error, msg) => {
    const { token, mobile } = await newCustomer()
    const become = (next: string) =>
      fixture.owner.query('update identity.customer set kyc_state = $2 where mobile = $1', [mobile, next])
    await become('verified')
    expect((await fixture.call('test/gated', {}, { token })).body).toMatchObject({ code: 1, data: 'verified' })
    await become(state)
    fixture.clock.advance(10_000)
    expect((await fixture.call('test/gated', {}, { token })).body).toMatchObject({ code: 0, error, msg })
    expect(parse(userInfo.output, (await info(token)).body.data).kycState).toBe(state)
  })

  it('opens at once for whom a decision has verified', async () => {
    const { token, mobile } = await newCustomer()
    expect((await fixture.call('test/gated', {}, { token })).body).toMatchObject({ error: 'kyc-not-completed' })
    await fixture.owner.query("update identity.customer set kyc_state = 'verified' where mobile = $1", [mobile])
    fixture.bus.publish('customer-changed', { customerId: await customerIdOf(mobile) })
    expect((await fixture.call('test/gated', {}, { token })).body).toMatchObject({ code: 1, data: 'verified' })
  })
})
