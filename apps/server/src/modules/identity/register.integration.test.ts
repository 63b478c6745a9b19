import { randomUUID } from 'node:crypto'
import { captchaCreate, userLogin } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { parse } from 'zod/mini'
import { describe, expect, it, onTestFinished } from 'vitest'
import { customersOf, newEmail, newMobile, password, twice } from '../../../test/identity-customers.ts'
import { openIdentity, solveWork } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { createInviteService } from '../invite/index.ts'
import { createPasswords } from './password-hash.ts'

/** The inviters reported to the rest of the server. */
const heard: { inviterId: bigint; code: string }[] = []
const fixture = closeAfterTests(await openIdentity({ onInvited: (inviterId, code) => heard.push({ inviterId, code }) }))

const { register, newCustomer, newMailbox, info, codeFor, customerIdOf } = customersOf(() => fixture)

/** A registration by mobile number on a database of its own. */
const formFor = ({ inviteCode }: { readonly inviteCode: string }) => ({
  requestId: randomUUID(),
  mobile: newMobile(),
  ...twice(password),
  inviteCode,
})

describe('registering', () => {
  it('by mobile with a captcha opens the account, its ledger accounts and a session', async () => {
    const mobile = newMobile()
    const body = await register({ mobile, ...(await fixture.captcha()) })
    expect(body).toMatchObject({
      code: 1,
      msg: 'Registration successful',
      data: { user: { mobile, email: null, kycState: 'none', isEnabled: true } },
    })
    const { token, user } = parse(userLogin.output, body.data)
    expect(user.id).toMatch(/^[1-9]\d{7}$/)
    expect((await info(token)).body).toMatchObject({ code: 1, data: { id: user.id, mobile } })
    const { rows } = await fixture.pool.query('select from ledger.balance where owner_id = $1 and kind = $2', [
      await customerIdOf(mobile),
      'available',
    ])
    expect(rows).toHaveLength(2)
  })

  it('by mobile takes the proof of work instead of the picture', async () => {
    const made = parse(captchaCreate.output, (await fixture.call('captcha/create', {})).body.data)
    expect((await register({ mobile: newMobile(), altcha: solveWork(made.challenge) })).code).toBe(1)
  })

  it('by e-mail with the code opens one account a mailbox, whatever its case', async () => {
    const email = newEmail()
    const body = await register({ email: email.toUpperCase(), code: await codeFor(email) })
    expect(body).toMatchObject({ code: 1, data: { user: { email, mobile: null } } })
    fixture.clock.advance(60_000)
    expect((await register({ email, code: await codeFor(email) })).error).toBe('already-registered')
  })

  it('needs consent to the newest legal texts, without which the code is not used up, and stores it', async () => {
    const published = await openIdentity()
    onTestFinished(() => published.close())
    const customers = customersOf(() => published)
    await published.owner.query(`select legal.publish('terms', 1, 'en', '# Terms', true)`)
    const email = newEmail()
    const code = await customers.codeFor(email)
    for (const documents of [undefined, 'terms.2', 'risks.1'])
      expect((await customers.register({ email, code, documents })).error).toBe('terms-changed')
    expect((await customers.register({ email, code, documents: 'terms.1' })).code).toBe(1)
    const consents = await published.pool.query(
      `select name, version, language from legal.consent join identity.customer using (customer_id) where email = $1`,
      [email],
    )
    expect(consents.rows).toEqual([{ name: 'terms', version: 1, language: 'en' }])
  })

  it('needs the invitation code of somebody, in any case, and remembers whose', async () => {
    const inviter = await newCustomer()
    const mobile = newMobile()
    expect((await register({ mobile, inviteCode: 'NOBODY', ...(await fixture.captcha()) })).error).toBe(
      'invite-code-unknown',
    )
    expect(
      (
        await register({
          mobile,
          inviteCode: ` ${inviter.user.inviteCode.toLowerCase()} `,
          ...(await fixture.captcha()),
        })
      ).code,
    ).toBe(1)
    const { rows } = await fixture.pool.query('select invited_by from identity.customer where mobile = $1', [mobile])
    const inviterId = await customerIdOf(inviter.mobile)
    expect(rows).toEqual([{ invited_by: inviterId }])
    expect(heard).toEqual([{ inviterId, code: inviter.user.inviteCode }])
  })

  it('says before it whether an invitation code exists, to a network that has not tried many', async () => {
    const inviter = await newCustomer()
    const check = async (inviteCode: string) => (await fixture.call('invite/check', { inviteCode })).body.error ?? 'ok'
    expect(await check(` ${inviter.user.inviteCode.toLowerCase()} `)).toBe('ok')
    expect(await check('NOBODY')).toBe('invite-code-unknown')
    for (let tried = 1; tried < 30; tried += 1) await check(`NOBODY${tried}`)
    expect(await check(inviter.user.inviteCode)).toBe('frequent-operations')
    fixture.clock.advance(2 * 3_600_000)
    expect(await check(inviter.user.inviteCode)).toBe('ok')
  })

  it('names the inviter before it where they show a name, and is masked otherwise', async () => {
    const email = newEmail()
    const { user } = parse(userLogin.output, (await register({ email, code: await codeFor(email) })).data)
    const check = async (inviteCode: string) => (await fixture.call('invite/check', { inviteCode })).body.data
    expect(await check(user.inviteCode)).toEqual({ inviter: { name: null, contact: 'u••••' } })
    const { rows } = await fixture.pool.query<{ customer_id: bigint }>(
      'select customer_id from identity.customer where email = $1',
      [email],
    )
    const customerId = rows[0]?.customer_id ?? 0n
    const invitations = createInviteService(fixture.pool)
    await invitations.showName(customerId, 'Jonas B.')
    expect(await check(user.inviteCode)).toEqual({ inviter: { name: 'Jonas B.', contact: 'u••••' } })
    expect((await invitations.summary(customerId)).shownName).toBe('Jonas B.')
    await invitations.showName(customerId, '')
    expect(await check(user.inviteCode)).toMatchObject({ inviter: { name: null } })
    expect(await check(fixture.inviteCode)).toEqual({ inviter: null })
  })

  it('takes no invitation of a disabled customer', async () => {
    const inviter = await newCustomer()
    const inviterId = await customerIdOf(inviter.mobile)
    const answer = async () =>
      (await register({ mobile: newMobile(), inviteCode: inviter.user.inviteCode, ...(await fixture.captcha()) }))
        .error ?? 'ok'
    await fixture.setEnabled(inviterId, false)
    expect(await answer()).toBe('invite-code-unknown')
    await fixture.setEnabled(inviterId, true)
    expect(await answer()).toBe('ok')
  })

  it('tells nothing about accounts or invitation codes without a proof', async () => {
    const { mobile } = await newCustomer()
    const email = newEmail()
    await register({ email, code: await codeFor(email) })
    for (const contact of [mobile, newMobile()]) {
      expect((await register({ mobile: contact })).error).toBe('captcha-required')
      expect(
        (await register({ mobile: contact, inviteCode: 'NOBODY', ...(await fixture.captcha()), captcha: 'XXXXXX' }))
          .error,
      ).toBe('wrong-captcha')
    }
    for (const contact of [email, newEmail()])
      expect((await register({ email: contact, code: '000000' })).error).toBe('wrong-code')
    expect((await register({ mobile, ...(await fixture.captcha()) })).error).toBe('already-registered')
  })

  it('returns the same account and a token that works to a repeat, and a conflict to other values', async () => {
    const form = { requestId: randomUUID(), mobile: newMobile(), ...(await fixture.captcha()) }
    const [first, second] = [await register(form), await register({ ...form, requestId: form.requestId.toUpperCase() })]
    const [one, two] = [parse(userLogin.output, first.data), parse(userLogin.output, second.data)]
    expect(two.user).toEqual(one.user)
    expect((await info(two.token)).body.code).toBe(1)
    expect((await register({ ...form, mobile: newMobile() })).error).toBe('conflict')
    expect((await register({ ...form, ...twice('secret-2') })).error).toBe('conflict')
    fixture.clock.advance(dayMs)
    expect((await register(form)).error).toBe('conflict')
  })

  it('opens one account when the same call comes twenty times at once', async () => {
    const form = { requestId: randomUUID(), mobile: newMobile(), ...(await fixture.captcha()) }
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(form)))
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1))
    expect(new Set(answers.map(({ data }) => parse(userLogin.output, data).user.id)).size).toBe(1)
  })

  it('checks the password once for repeats that come at once, and again for another password and for a later repeat', async () => {
    const cheap = createPasswords(undefined, { memoryKib: 64, passes: 1, lanes: 1 })
    let runs = 0
    const own = await openIdentity({
      passwords: {
        hash: (text) => ((runs += 1), cheap.hash(text)),
        verify: (text, stored) => ((runs += 1), cheap.verify(text, stored)),
      },
    })
    try {
      const form = {
        requestId: randomUUID(),
        mobile: newMobile(),
        inviteCode: own.inviteCode,
        ...(await own.captcha()),
      }
      const send = (text: string) => own.call('user/register', { ...form, ...twice(text) })
      const answers = await Promise.all(
        [password, password, 'secret-2', password, 'secret-3'].map((text) => send(text)),
      )
      expect(answers.map(({ body }) => body.error ?? 'ok')).toEqual(['ok', 'ok', 'conflict', 'ok', 'conflict'])
      expect(runs).toBe(3)
      expect((await send('secret-2')).body.error).toBe('conflict')
      expect((await send(password)).body.code).toBe(1)
      expect(runs).toBe(5)
    } finally {
      await own.close()
    }
  })

  it('opens one account when a mailbox registers many times at once', async () => {
    const email = newEmail()
    const code = await codeFor(email)
    const answers = await Promise.all(Array.from({ length: 30 }, () => register({ email, code })))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
    const { rows } = await fixture.pool.query('select from identity.customer where email = $1', [email])
    expect(rows).toHaveLength(1)
  })

  it('opens one account when a mobile number registers many times at once with captchas of its own', async () => {
    const mobile = newMobile()
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => register({ mobile, ...(await fixture.captcha()) })),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'already-registered')).toHaveLength(29)
  })

  it.each([
    ['passwords that differ', { loginPassword2: 'secret-2' }, { loginPassword2: 'passwords-differ' }],
    ['a short password', twice('short'), { loginPassword: 'too-short' }],
    ['a long password', twice('a'.repeat(17)), { loginPassword: 'too-long' }],
    ['one of the commonest', twice('Password1'), { loginPassword: 'too-common' }],
    [
      'a mobile number of nine digits and another fault',
      { mobile: '123456789', ...twice('short') },
      { mobile: 'wrong-mobile', loginPassword: 'too-short' },
    ],
    ['both mobile and e-mail', { email: 'ann@example.org', code: '123456' }, { mobile: 'required' }],
  ])('is refused for %s', async (_case, fields, data) => {
    expect(await register({ mobile: newMobile(), ...fields })).toMatchObject({ error: 'invalid', data })
  })

  it.each(['123456789', '12345678901234', '+4915112345'])('names a wrong mobile number: %s', async (mobile) => {
    expect(await register({ mobile })).toMatchObject({
      error: 'wrong-mobile',
      msg: 'Wrong mobile number',
      data: { mobile: 'wrong-mobile' },
    })
  })

  it('is refused for a password that is the account itself, and uses up neither code nor captcha by it', async () => {
    const [mobile, email] = [newMobile(), newEmail()]
    const captcha = await fixture.captcha()
    const own = twice(mobile)
    expect(await register({ mobile, ...captcha, ...own })).toMatchObject({ data: { loginPassword: 'too-common' } })
    expect((await register({ mobile, ...captcha })).code).toBe(1)
    const code = await codeFor(email)
    const box = email.split('@')[0]?.toUpperCase()
    expect(await register({ email, code, ...twice(box) })).toMatchObject({
      data: { loginPassword: 'too-common' },
    })
    expect((await register({ email, code })).code).toBe(1)
  })

  it('leaves nothing behind when the ledger accounts cannot be opened', async () => {
    const broken = await openIdentity({ openAccounts: () => Promise.reject(new Error('the ledger is away')) })
    try {
      const form = formFor(broken)
      const { status, body } = await broken.call('user/register', { ...form, ...(await broken.captcha()) })
      expect({ status, error: body.error }).toEqual({ status: 500, error: 'system-error' })
      const { rows } = await broken.pool.query(
        'select from identity.customer union all select from identity.session union all select from identity.registration',
      )
      expect(rows).toEqual([])
    } finally {
      await broken.close()
    }
  })

  it('is refused while the books are halted, leaves nothing behind, and succeeds as it was sent afterwards', async () => {
    const own = await openIdentity()
    try {
      await own.owner.query('select ledger.open_sandbox_books()')
      await own.pool.query("select ledger.halt(null, 'a mismatch of the tests')")
      const form = formFor(own)
      const call = async () => own.call('user/register', { ...form, ...(await own.captcha()) })
      const { status, body } = await call()
      expect({ status, error: body.error }).toEqual({ status: 200, error: 'books-halted' })
      const { rows } = await own.pool.query(
        'select from identity.customer union all select from identity.session union all select from identity.registration',
      )
      expect(rows).toEqual([])
      await own.owner.query('select ledger.resume()')
      expect((await call()).body).toMatchObject({ code: 1, data: { user: { mobile: form.mobile } } })
    } finally {
      await own.close()
    }
  })

  it('starts unverified where money is real', async () => {
    const live = await openIdentity({ mode: 'live' })
    try {
      const form = formFor(live)
      expect((await live.call('user/register', { ...form, ...(await live.captcha()) })).body).toMatchObject({
        data: { user: { kycState: 'none' } },
      })
    } finally {
      await live.close()
    }
  })
})

it('opens the ledger accounts last, when the session is stored already', async () => {
  const seen: number[] = []
  const own = await openIdentity({
    openAccounts: async (client, customerId) => {
      seen.push((await client.query('select from identity.session where customer_id = $1', [customerId])).rowCount ?? 0)
    },
  })
  const form = {
    requestId: randomUUID(),
    loginPassword: password,
    loginPassword2: password,
    inviteCode: own.inviteCode,
  }
  expect((await own.call('user/register', { ...form, mobile: newMobile(), ...(await own.captcha()) })).body.code).toBe(
    1,
  )
  await own.close()
  expect(seen).toEqual([1])
})

describe('somebody who tries numbers', () => {
  const tryNumber = async (mobile: string, ip: string) =>
    (await register({ mobile, ...(await fixture.captcha()) }, { ip })).error ?? 'registered'

  it('finds ten registered ones a day, and nothing more about any number', async () => {
    const known: string[] = []
    for (let count = 0; count < 11; count += 1) known.push((await newCustomer({ ip: '203.0.113.40' })).mobile)
    const found: string[] = []
    for (const mobile of known) found.push(await tryNumber(mobile, '127.0.7.1'))
    expect(found).toEqual([...Array.from({ length: 10 }, () => 'already-registered'), 'frequent-operations'])
    expect(await tryNumber(newMobile(), '127.0.7.1')).toBe('frequent-operations')
    // What it has learned it may learn again.
    expect(await tryNumber(known[3] ?? '', '127.0.7.1')).toBe('already-registered')
    expect(await tryNumber(known[10] ?? '', '127.0.7.2')).toBe('already-registered')
    fixture.clock.advance(2 * dayMs)
    expect(await tryNumber(known[10] ?? '', '127.0.7.1')).toBe('already-registered')
  })

  it('works harder for each captcha after a number that is registered', async () => {
    const { mobile } = await newCustomer({ ip: '203.0.113.41' })
    const workOf = async () =>
      parse(captchaCreate.output, (await fixture.call('captcha/create', {}, { ip: '127.0.7.3' })).body.data).challenge
        .maxnumber
    expect(await workOf()).toBe(30_000)
    await tryNumber(mobile, '127.0.7.3')
    expect(await workOf()).toBe(60_000)
  })

  it('does not use up the room of those who register free numbers', async () => {
    for (let count = 0; count < 15; count += 1) expect(await tryNumber(newMobile(), '203.0.113.42')).toBe('registered')
  })

  it('learns nothing of an e-mail without its code', async () => {
    const { email } = await newMailbox({ ip: '203.0.113.43' })
    for (const address of [email, newEmail()])
      expect((await register({ email: address, code: '000000' }, { ip: '127.0.7.4' })).error).toBe('wrong-code')
  })
})
