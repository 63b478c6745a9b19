import { randomBytes, randomInt } from 'node:crypto'
import type { OperatorRole } from '@candor/api/operator'
import { afterAll, describe, expect, it } from 'vitest'
import { deriveKey } from '../../platform/argon2.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import { totpVectorKey, totpVectors } from '../../platform/testing/rfc-6238.ts'
import { totpAt, totpCode } from '../../platform/totp.ts'
import { resetAccount, sealAuthenticators } from './account-store.ts'
import { authenticatorKey, operatorKeyCost } from './operator.ts'
import { beginLogin, openSession, proveLogin } from './operator-store.ts'
import { disableColleague, readTeam } from './team-store.ts'
import { addOperator, logInOperator, testServerKey } from './testing/operators.ts'
import type { TestOperator } from './testing/operators.ts'

let drawn = 0
const newName = () => `anna-${(drawn += 1)}`

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const app = createPool(database.appUrl, 'test')

afterAll(async () => {
  await app.end()
  await owner.end()
})

interface Attempt {
  readonly next?: { salt: Buffer; key: Buffer }
  readonly network?: string
  /** The device that the browser has kept, if any. It keeps a new one. */
  readonly browser?: { device: string | null }
}

/** Tries to log in as the application role can: with any key and code. */
async function tryLogin(
  { name, password }: Pick<TestOperator, 'name' | 'password'>,
  code: string,
  { next, network = '127.0.0.1', browser = { device: null } }: Attempt = {},
) {
  const begun = await beginLogin(app, { name, network, deviceSecret: browser.device })
  if ('lockedUntilMs' in begun) return 'locked'
  const key = await deriveKey(password, begun.salt, operatorKeyCost)
  await proveLogin(app, { ticket: begun.ticket, key, code, totpKey })
  const opened = await openSession(app, { ticket: begun.ticket, device: 'test', network, next: next ?? null })
  if (typeof opened === 'string') return opened
  if ('lockedUntilMs' in opened) return 'locked'
  browser.device = opened.deviceSecret ?? browser.device
  return opened.secret
}

const totpKey = authenticatorKey(testServerKey)

const nowCode = ({ totpSecret }: TestOperator, ahead = 0) => totpCode(totpSecret, Date.now(), ahead)
/**
 * Far from every step around now, so that it cannot be one of their codes by its time; by chance it is once in 300,000.
 */
const foreignCode = (operator: TestOperator) => nowCode(operator, 5_000)

/** Has every code open once more: a test logs in more often than the codes of its time allow. */
const forgetUsedCodes = () => owner.query('update operator.account set totp_step = 0')

describe('the code in the database', () => {
  const codeAt = async (secret: Buffer, step: number) => {
    const { rows } = await owner.query<{ code: string }>('select operator.totp($1, $2) as code', [secret, step])
    return rows[0]?.code
  }

  it.each(totpVectors)('is that of the standard at second %i', async (second, code) => {
    expect(await codeAt(totpVectorKey, Math.floor(second / 30))).toBe(code)
  })

  it("is that of the server's code, for any secret and step", async () => {
    for (let count = 0; count < 50; count += 1) {
      const [secret, step] = [randomBytes(20), randomInt(1_000_000_000)]
      expect(await codeAt(secret, step)).toBe(totpAt(secret, step))
    }
  })
})

describe('logging in', () => {
  it('takes the password and the code, and opens a session of its operator', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc', 'lead'] })
    const secret = await tryLogin(anna, nowCode(anna))
    const { rows } = await app.query('select operator_id, name, roles from operator.find_session($1)', [secret])
    expect(rows).toEqual([{ operator_id: anna.operatorId, name: anna.name, roles: ['kyc', 'lead'] }])
  })

  it.each([
    ['a wrong password', { password: 'not hers' }, 0],
    ['a code of another time', {}, 5_000],
    ['the code of two steps ago', {}, -2],
    ['the code of the step after next', {}, 2],
  ])('refuses %s', async (_name, change, ahead) => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    expect(await tryLogin({ ...anna, ...change }, nowCode(anna, ahead))).toBe('wrong-credentials')
  })

  it('takes no code twice, and none that is older than one that was used', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const code = nowCode(anna)
    expect(await tryLogin(anna, code)).toHaveLength(43)
    expect(await tryLogin(anna, code)).toBe('wrong-credentials')
    expect(await tryLogin(anna, nowCode(anna, -1))).toBe('wrong-credentials')
    expect(await tryLogin(anna, nowCode(anna, 1))).toHaveLength(43)
  })

  it('lets one of two who send the same code at once in', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const code = nowCode(anna)
    const outcomes = await Promise.all([tryLogin(anna, code), tryLogin(anna, code), tryLogin(anna, code)])
    expect(outcomes.filter((outcome) => outcome === 'wrong-credentials')).toHaveLength(2)
  })

  it('locks a name for a network after five failures, and one that does not exist just the same', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const nobody = { name: newName(), password: 'x' }
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await tryLogin(anna, foreignCode(anna))).toBe('wrong-credentials')
      expect(await tryLogin(nobody, '000000')).toBe('wrong-credentials')
    }
    expect(await tryLogin(anna, nowCode(anna))).toBe('locked')
    expect(await tryLogin(nobody, '000000')).toBe('locked')
    expect(await tryLogin(nobody, '000000', { network: '198.51.100.7' })).toBe('wrong-credentials')
  })

  it('records each failure once, and a lock once for its quarter of an hour', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    for (let attempt = 0; attempt < 8; attempt += 1)
      await tryLogin(anna, foreignCode(anna), { network: '198.51.100.7' })
    const { rows } = await owner.query(
      `select actor, action, operator_id, details, source from audit.entry
       where subject = $1 and action like 'operator.login-%' order by seq`,
      [`operator:${anna.operatorId}`],
    )
    const failed = { actor: 'nobody', action: 'operator.login-failed', operator_id: null, source: 'database' }
    expect(rows).toEqual([
      ...Array.from({ length: 5 }, () => ({ ...failed, details: { network: '198.51.100.7', newDevice: true } })),
      { ...failed, action: 'operator.login-locked', details: { source: 'network:198.51.100.7' } },
    ])
  })

  it('records at most twenty failures a minute of names that no account has, without the names', async () => {
    for (let attempt = 0; attempt < 25; attempt += 1) await tryLogin({ name: newName(), password: 'x' }, '000000')
    const { rows } = await owner.query<{ details: object }>(
      `select details from audit.entry where subject = 'operator:0' and at_ms > clock.now_ms() - 60000
        and details ->> 'network' = '127.0.0.1'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(20)
    expect(rows[0]?.details).toEqual({ network: '127.0.0.1', newDevice: true })
  })

  it('counts guesses that are rolled back', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const begun = await beginLogin(app, { name: anna.name, network: '', deviceSecret: null })
    if ('lockedUntilMs' in begun) throw new Error('locked too early')
    const key = await deriveKey(anna.password, begun.salt, operatorKeyCost)
    const client = await app.connect()
    try {
      for (let guess = 0; guess < 16; guess += 1) {
        await client.query('begin')
        await client.query('select operator.prove_login($1, $2, $3, $4)', [
          begun.ticket,
          key,
          foreignCode(anna),
          totpKey,
        ])
        await client.query('rollback')
      }
    } finally {
      client.release()
    }
    await proveLogin(app, { ticket: begun.ticket, key, code: nowCode(anna), totpKey })
    expect(await openSession(app, { ticket: begun.ticket, device: '', network: '', next: null })).toBe(
      'wrong-credentials',
    )
  })

  it('tells the outcome of a guess to a later transaction only, and takes one guess a ticket', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const begun = await beginLogin(app, { name: anna.name, network: '', deviceSecret: null })
    if ('lockedUntilMs' in begun) throw new Error('locked too early')
    const key = await deriveKey(anna.password, begun.salt, operatorKeyCost)
    const { rows } = await app.query<{ outcome: string }>(
      `with proven as materialized (select operator.prove_login($1, $2, $3, $4))
       select opened.outcome from proven, operator.open_session($1, '', '') as opened`,
      [begun.ticket, key, nowCode(anna), totpKey],
    )
    expect(rows).toEqual([{ outcome: 'wrong-credentials' }])
    const later = await tryLogin(anna, foreignCode(anna))
    expect(later).toBe('wrong-credentials')
    const again = await beginLogin(app, { name: anna.name, network: '', deviceSecret: null })
    if ('lockedUntilMs' in again) throw new Error('locked too early')
    await proveLogin(app, { ticket: again.ticket, key, code: foreignCode(anna), totpKey })
    await proveLogin(app, { ticket: again.ticket, key, code: nowCode(anna), totpKey })
    expect(await openSession(app, { ticket: again.ticket, device: '', network: '', next: null })).toBe(
      'wrong-credentials',
    )
  })

  it('takes no ticket of the same transaction: an attempt that was not counted opens nothing', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const { rows: salts } = await owner.query<{ password_salt: Buffer }>(
      'select password_salt from operator.account where name = $1',
      [anna.name],
    )
    const key = await deriveKey(anna.password, salts[0]?.password_salt ?? Buffer.alloc(0), operatorKeyCost)
    const { rows } = await app.query<{ outcome: string }>(
      `with begun as materialized (select * from operator.begin_login($1, '', null)), proven as materialized (
         select begun.ticket, operator.prove_login(begun.ticket, $2, $3, $4) from begun)
       select opened.outcome from proven, operator.open_session(proven.ticket, '', '') as opened`,
      [anna.name, key, nowCode(anna), totpKey],
    )
    expect(rows).toEqual([{ outcome: 'wrong-credentials' }])
  })

  it('keeps the secrets of authenticators sealed, each for its own row, and seals them again under another key', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const boris = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const { rows } = await owner.query<{ row: string }>('select account::text as row from operator.account as account')
    for (const { row } of rows) expect(row).not.toContain(anna.totpSecret.toString('hex'))
    await owner.query(
      `update operator.account set sealed_totp = (select sealed_totp from operator.account where name = $1)
       where name = $2`,
      [anna.name, boris.name],
    )
    expect(await tryLogin(boris, nowCode(anna))).toBe('wrong-credentials')
    await expect(sealAuthenticators(owner, authenticatorKey('another key'), totpKey)).rejects.toThrow('another key')
    await owner.query('delete from operator.account where name = $1', [boris.name])
    expect(await sealAuthenticators(owner, authenticatorKey('another key'), totpKey)).toBeGreaterThan(0)
    expect(await tryLogin(anna, nowCode(anna))).toBe('wrong-credentials')
    await sealAuthenticators(owner, totpKey, authenticatorKey('another key'))
    expect(await tryLogin(anna, nowCode(anna))).toHaveLength(43)
  })

  it('seals what was stored in clear before', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    await owner.query('update operator.account set totp_secret = $2, sealed_totp = null where name = $1', [
      anna.name,
      anna.totpSecret,
    ])
    expect(await sealAuthenticators(owner, totpKey, null)).toBe(1)
    expect(await sealAuthenticators(owner, totpKey, null)).toBe(0)
    expect(await tryLogin(anna, nowCode(anna))).toHaveLength(43)
  })

  it('takes a password that was handed over for a day', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const handed = (ms: number) =>
      owner.query(
        'update operator.account set is_password_new = true, password_handed_ms = clock.now_ms() - $2 where name = $1',
        [anna.name, ms],
      )
    await handed(86_400_000)
    expect(await tryLogin(anna, nowCode(anna))).toBe('wrong-credentials')
    await handed(86_000_000)
    expect(await tryLogin(anna, nowCode(anna))).toBe('new-password-required')
  })

  it('wants a password of the operator’s own where it was handed over, and takes the same code again for it', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    await owner.query('update operator.account set is_password_new = true where name = $1', [anna.name])
    const code = nowCode(anna)
    expect(await tryLogin(anna, code)).toBe('new-password-required')
    const salt = Buffer.alloc(16, 7)
    const next = { salt, key: await deriveKey('a password of her own', salt, operatorKeyCost) }
    expect(await tryLogin(anna, code, { next })).toHaveLength(43)
    expect(await tryLogin(anna, nowCode(anna, 1))).toBe('wrong-credentials')
    expect(await tryLogin({ ...anna, password: 'a password of her own' }, nowCode(anna, 1))).toHaveLength(43)
  })
})

describe('a session', () => {
  const requireSession = (secret: string, roles: string) =>
    owner.query<{ id: bigint }>('select operator.require_session($1, $2::operator.role[]) as id', [secret, roles])

  it('opens what its roles may, and nothing else', async () => {
    const anna = await logInOperator({ owner, app }, { name: newName(), roles: ['kyc'] })
    expect((await requireSession(anna.secret, '{payments,kyc}')).rows).toEqual([{ id: anna.operatorId }])
    await expect(requireSession(anna.secret, '{payments}')).rejects.toMatchObject({ code: 'CO002' })
    await expect(requireSession('A'.repeat(43), '{kyc}')).rejects.toMatchObject({ code: 'CO001' })
  })

  it('ends when it is closed, when it is idle, and when the account is disabled', async () => {
    const names = ['closed', 'idle', 'old', 'disabled'] as const
    const sessions = new Map<string, Awaited<ReturnType<typeof logInOperator>>>()
    for (const name of names)
      sessions.set(name, await logInOperator({ owner, app }, { name: newName(), roles: ['kyc'] }))
    const of = (name: string) => sessions.get(name) ?? { secret: '', name: '', operatorId: 0n }
    await app.query('select operator.close_session($1)', [of('closed').secret])
    await owner.query('update operator.session set last_used_ms = last_used_ms - 1800001 where operator_id = $1', [
      of('idle').operatorId,
    ])
    await owner.query('update operator.session set created_ms = created_ms - 43200001 where operator_id = $1', [
      of('old').operatorId,
    ])
    await owner.query('select operator.set_enabled($1, false)', [of('disabled').name])
    for (const name of names)
      await expect(requireSession(of(name).secret, '{kyc}')).rejects.toMatchObject({ code: 'CO001' })
  })

  it('stays ended where its account is enabled again, and the audit names the account', async () => {
    const anna = await logInOperator({ owner, app }, { name: newName(), roles: ['kyc'] })
    for (const isEnabled of [false, true])
      await owner.query('select operator.set_enabled($1, $2)', [anna.name, isEnabled])
    await expect(requireSession(anna.secret, '{kyc}')).rejects.toMatchObject({ code: 'CO001' })
    const { rows } = await owner.query(
      'select action, actor, details from audit.entry where subject = $1 order by seq desc limit 2',
      [`operator:${anna.operatorId}`],
    )
    const details = { name: anna.name }
    expect(rows).toEqual([
      { action: 'operator.enabled', actor: 'owner', details },
      { action: 'operator.disabled', actor: 'owner', details },
    ])
  })
})

describe('a proposal', () => {
  it('is signed with its values and its reason, without the name of its proposer', async () => {
    const { rows } = await owner.query(`select operator.signed_proposal('{"amount": "1"}', 'because') as signed`)
    expect(rows).toEqual([{ signed: { amount: '1', note: 'because' } }])
  })
})

describe('an attack on the login', () => {
  const wrong = 'not hers'
  const networks = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index}`)
  const elsewhere = { network: '203.0.113.9' }

  /** An operator, and a browser that has logged in before. */
  async function annaInBrowser() {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    const browser = { device: null }
    expect(await tryLogin(anna, nowCode(anna), { browser })).toHaveLength(43)
    await forgetUsedCodes()
    return { anna, browser }
  }

  it('without password and code locks nobody else out, from however many networks', async () => {
    const anna = await addOperator(owner, { name: newName(), roles: ['kyc'] })
    for (const network of networks(12))
      for (let attempt = 0; attempt < 6; attempt += 1)
        expect(await tryLogin({ ...anna, password: wrong }, foreignCode(anna), { network })).toBe(
          attempt < 5 ? 'wrong-credentials' : 'locked',
        )
    expect(await tryLogin(anna, nowCode(anna), elsewhere)).toHaveLength(43)
  })

  it('from the network of its operator keeps out no browser that has logged in before', async () => {
    const { anna, browser } = await annaInBrowser()
    for (let attempt = 0; attempt < 5; attempt += 1) await tryLogin({ ...anna, password: wrong }, foreignCode(anna))
    expect(await tryLogin(anna, nowCode(anna))).toBe('locked')
    expect(await tryLogin(anna, nowCode(anna), { browser })).toHaveLength(43)
  })

  it.each([
    ['the password', (anna: TestOperator) => tryLogin.bind(null, anna, foreignCode(anna))],
    ['a code', (anna: TestOperator) => tryLogin.bind(null, { ...anna, password: wrong }, nowCode(anna))],
  ])('with %s is stopped everywhere, and says so to the operator only', async (_factor, attackOf) => {
    const { anna, browser } = await annaInBrowser()
    const attack = attackOf(anna)
    for (const network of networks(8)) expect(await attack({ network })).toBe('wrong-credentials')
    expect(await tryLogin(anna, nowCode(anna), elsewhere)).toBe('locked')
    expect(await tryLogin(anna, nowCode(anna), { ...elsewhere, browser })).toHaveLength(43)
    await forgetUsedCodes()
    expect(await tryLogin(anna, nowCode(anna), elsewhere)).toHaveLength(43)
  })

  it('by a browser that has logged in before is limited to that browser', async () => {
    const { anna, browser } = await annaInBrowser()
    for (const network of networks(5)) await tryLogin(anna, foreignCode(anna), { network, browser })
    expect(await tryLogin(anna, nowCode(anna), { browser })).toBe('locked')
    expect(await tryLogin(anna, nowCode(anna))).toHaveLength(43)
  })

  it('gains nothing by the browser of another operator', async () => {
    const [anna, boris] = [
      await addOperator(owner, { name: newName(), roles: ['kyc'] }),
      await addOperator(owner, { name: newName(), roles: ['kyc'] }),
    ]
    const browser = { device: null }
    expect(await tryLogin(boris, nowCode(boris), { browser })).toHaveLength(43)
    for (let attempt = 0; attempt < 5; attempt += 1) await tryLogin(anna, foreignCode(anna), { browser })
    expect(await tryLogin(anna, nowCode(anna), { browser })).toBe('locked')
  })

  it('with a ticket from before a new password, or by a browser from before it, opens nothing', async () => {
    const { anna, browser } = await annaInBrowser()
    const begun = await beginLogin(app, { name: anna.name, network: '', deviceSecret: null })
    if ('lockedUntilMs' in begun) throw new Error('locked too early')
    const key = await deriveKey(anna.password, begun.salt, operatorKeyCost)
    await proveLogin(app, { ticket: begun.ticket, key, code: nowCode(anna), totpKey })
    await resetAccount(owner, anna.name, { password: 'a new password', totp: null })
    expect(await openSession(app, { ticket: begun.ticket, device: '', network: '', next: null })).toBe(
      'wrong-credentials',
    )
    const attempt = { name: anna.name, network: '', deviceSecret: browser.device }
    expect(await beginLogin(app, attempt)).toMatchObject({ isKnownDevice: false })
  })
})

describe('disabling a colleague', () => {
  const opened = async (...roles: OperatorRole[]) => {
    const name = newName()
    const { secret } = await logInOperator({ owner, app }, { name, roles })
    return { name, secret }
  }
  const reason = 'a laptop was stolen'

  it('ends all sessions at once, keeps the account out, and is in the audit with its reason', async () => {
    const lead = await opened('lead')
    const colleague = await addOperator(owner, { name: newName(), roles: ['payments'] })
    const secret = await tryLogin(colleague, nowCode(colleague))
    expect(await disableColleague(app, lead.secret, { name: colleague.name, reason })).toBe(true)
    await expect(app.query('select operator.release($1, $2)', [secret, 'kyc:7'])).rejects.toMatchObject({
      code: 'CO001',
    })
    expect(await tryLogin(colleague, nowCode(colleague, 1))).toBe('wrong-credentials')
    const team = await readTeam(app, lead.secret)
    expect(team.find(({ name }) => name === colleague.name)).toMatchObject({ isDisabled: true, sessions: [] })
    const { rows } = await owner.query(
      `select actor, reason, details from audit.entry where action = 'operator.disabled' order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ actor: lead.name, reason, details: { name: colleague.name } }])
    expect(await disableColleague(app, lead.secret, { name: colleague.name, reason })).toBe(false)
  })

  it('takes the role, and another account than one’s own', async () => {
    const [security, support] = [await opened('security'), await opened('support', 'auditor', 'payments')]
    await expect(disableColleague(app, support.secret, { name: security.name, reason })).rejects.toMatchObject({
      code: 'CO002',
    })
    await expect(disableColleague(app, 'x'.repeat(43), { name: security.name, reason })).rejects.toMatchObject({
      code: 'CO001',
    })
    await expect(disableColleague(app, security.secret, { name: security.name, reason })).rejects.toMatchObject({
      code: 'CO003',
    })
    expect(await disableColleague(app, security.secret, { name: 'nobody of that name', reason })).toBe(false)
    expect(await disableColleague(app, security.secret, { name: support.name, reason })).toBe(true)
  })

  it('by two of each other at the same moment disables exactly one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await opened('lead'), await opened('security')]
      const outcomes = await Promise.allSettled([
        disableColleague(app, one.secret, { name: other.name, reason }),
        disableColleague(app, other.secret, { name: one.name, reason }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CO001' } })
    }
  })
})

describe('claims', () => {
  it('hold a subject against others until it is given back', async () => {
    const anna = await logInOperator({ owner, app }, { name: newName(), roles: ['kyc'] })
    const boris = await logInOperator({ owner, app }, { name: newName(), roles: ['kyc'] })
    const claim = async (secret: string) =>
      (
        await app.query<{ name: string; is_own: boolean }>('select name, is_own from operator.claim($1, $2)', [
          secret,
          'kyc:7',
        ])
      ).rows[0]
    const release = async (secret: string) =>
      (await app.query<{ released: boolean }>('select operator.release($1, $2) as released', [secret, 'kyc:7'])).rows[0]
        ?.released
    expect(await claim(anna.secret)).toEqual({ name: anna.name, is_own: true })
    expect(await claim(boris.secret)).toEqual({ name: anna.name, is_own: false })
    expect(await release(boris.secret)).toBe(false)
    expect(await release(anna.secret)).toBe(true)
    expect(await claim(boris.secret)).toEqual({ name: boris.name, is_own: true })
    await owner.query('update operator.claim set until_ms = 1')
    expect(await claim(anna.secret)).toEqual({ name: anna.name, is_own: true })
  })
})

describe('the application role', () => {
  it.each([
    [
      'insert into an account',
      "insert into operator.account (name, roles, password_salt, password_check, totp_secret, created_ms) values ('x', '{lead}', '', '', '', 1)",
    ],
    ['read what accounts log in with', 'select password_check from operator.account'],
    ['read sessions', 'select * from operator.session'],
    [
      'insert into sessions',
      "insert into operator.session (operator_id, secret_hash, device, network, created_ms, last_used_ms) values (1, '', '', '', 1, 1)",
    ],
    ['forget attempts', 'delete from operator.attempt'],
    ['read devices', 'select * from operator.device'],
    ['prove a ticket', 'update operator.ticket set totp_step = 1'],
    ['turn the counter of verifications back', "select setval('operator.verification', 1)"],
    ['claim in the name of another', "insert into operator.claim values ('kyc:1', 1, 1)"],
    ['make an account', "select operator.add_account('x', '{lead}', '', '', '', '', false, false)"],
    ['reset an account', "select operator.reset_account('x', null, null, '', '')"],
    ['enable an account', "select operator.set_enabled('x', true)"],
    ['ask for an operator in the place of a function', "select operator.require_session('x', null)"],
    ['open sealed authenticators', "select operator.opened_totp('x', '', '')"],
    ['seal authenticators under a key of its own', "select operator.seal_authenticators('')"],
    ['compute codes', "select operator.totp('', 1)"],
    ['append to the audit', "select operator.append_audit(1, 'x.done', 'x:1', '', '{}')"],
    ['write the audit', "select audit.write(1, 'x', 'x.done', 'x:1', '', '{}', 'database')"],
    ['insert into the audit', "insert into audit.entry values (1, 1, 1, 'x', 'x', 'x', '', '{}', 'database', '', '')"],
    ['change the audit', "update audit.entry set reason = 'x'"],
    ['delete from the audit', 'delete from audit.entry'],
    ['reach the functions of random bytes', 'select crypto.gen_random_bytes(1)'],
  ])('cannot %s', async (_name, statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})
