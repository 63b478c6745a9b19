import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketProtocol } from '@candor/api'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { moveCustomer } from '../../../server/src/modules/cells/index.ts'
import { addOperator } from '../../../server/src/modules/operator/testing/operators.ts'
import { freePort } from '../../../server/src/platform/postgres/embedded-postgres.ts'
import { createSoftwareAuthenticator } from '../../../server/src/modules/verifier/testing/software-authenticator.ts'
import { newToken, tokenHash } from '../../../server/src/platform/token.ts'
import { publishedDocuments } from '../sandbox/published-documents.ts'
import { openDataFolder } from '../data-folder.ts'
import { newPasswords, startCellPlatform } from './cell-platform.ts'
import { findCellPrograms } from './cell-programs.ts'
import { startCellServers } from './cell-servers.ts'
import { startPlatformWork } from './platform-work.ts'

const programs = findCellPrograms()
if ('missing' in programs) console.log(`servers of cells: skipped. ${programs.missing}`)

const password = 'walk-through-1'
const envelope = z.object({ code: z.int(), error: z.optional(z.string()), data: z.unknown() })
const signedIn = z.object({ token: z.string(), user: z.object({ id: z.string(), email: z.nullable(z.string()) }) })
const outboxPage = z.object({ items: z.array(z.object({ code: z.optional(z.string()) })) })

describe.skipIf('missing' in programs)('servers of two cells behind the front', async () => {
  if ('missing' in programs) return
  const folder = await mkdtemp(join(tmpdir(), 'candor-cell-servers-'))
  await chmod(folder, 0o755)
  const passwords = newPasswords()
  const logger = pino({ level: 'silent' })
  const platform = await startCellPlatform({ programs, folder, cells: 2, durable: false, isSeeded: true, passwords })
  const work = await startPlatformWork(platform, {
    feed: null,
    nats: { natsUrl: '', natsCredentials: '' },
    logger,
    print: () => undefined,
  })
  const committed: number[] = []
  const running = await startCellServers(platform, {
    folder,
    passwords,
    port: await freePort(),
    fronts: 2,
    host: '127.0.0.1',
    feed: 'simulated:7',
    app: false,
    onFrame: (slot) => {
      committed.push(slot)
      work.frameCommitted(slot)
    },
    logger,
    print: () => undefined,
  })
  afterAll(async () => {
    await running.stop()
    await work.stop()
    await platform.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The app's page: browsers have no passkeys on an IP address. */
  const page = running.origin.replace('127.0.0.1', 'localhost')
  let calls = 0
  /** Calls go to one front and to the other in turn, which the browser takes for one. */
  const nextFront = () => running.origins[(calls += 1) % 2] ?? ''

  /** A browser as far as the front sees one: a cookie, and a token once it has logged in. */
  function openBrowser(cell: number) {
    let cookie = `cell=${cell}`
    let token: string | null = null
    const call = async (path: string, form: Record<string, string> | FormData = {}) => {
      const headers = { cookie, origin: page, host: new URL(page).host, ...(token === null ? {} : { token }) }
      const body = form instanceof FormData ? form : new URLSearchParams(form)
      const response = await fetch(`${nextFront()}/api/${path}`, { method: 'POST', headers, body })
      cookie = /cell=\d+/.exec(response.headers.getSetCookie().join())?.[0] ?? cookie
      return { status: response.status, ...z.parse(envelope, await response.json()) }
    }
    const signIn = async (path: string, form: Record<string, string>) => {
      const { data, ...rest } = await call(path, form)
      const opened = z.safeParse(signedIn, data)
      if (opened.success) token = opened.data.token
      return { ...rest, user: opened.data?.user }
    }
    return {
      call,
      cell: () => Number(cookie.slice('cell='.length)),
      login: (email: string) => signIn('user/login', { account: email, loginPassword: password }),
      async register(email: string) {
        await call('code/send', { channel: 'email', purpose: 'register', address: email })
        const code = await newestCode(Number(cookie.slice('cell='.length)), email)
        const passwordTwice = { loginPassword: password, loginPassword2: password }
        const { inviteCode } = running
        const documents = await publishedDocuments(running.origin)
        const form = { requestId: randomUUID(), email, code, inviteCode, documents, ...passwordTwice }
        return signIn('user/register', form)
      },
      /** What a socket says to the token: its cell comes from the cookie, unless another one is named. */
      async authenticate(at = cookie): Promise<string> {
        const url = `${running.origin.replace('http', 'ws')}/ws`
        const socket = new WebSocket(url, socketProtocol, { headers: { cookie: at } })
        const said = new Promise<string>((resolve, reject) => {
          socket.on('error', reject)
          socket.on('open', () => socket.send(JSON.stringify({ op: 'auth', token })))
          socket.on('message', (text) => {
            const message = text instanceof Buffer ? text.toString() : ''
            if (message.includes('authenticated')) resolve('authenticated')
          })
          socket.on('close', () => resolve('closed'))
        })
        const outcome = await said
        socket.close()
        return outcome
      },
    }
  }

  async function newestCode(cell: number, email: string): Promise<string> {
    const server = running.servers.get(cell)
    const key = encodeURIComponent(server?.outboxKey ?? '')
    const address = `${server?.origin}/sandbox/outbox.json?key=${key}&to=${encodeURIComponent(email)}`
    for (let tries = 0; tries < 100; tries += 1) {
      const page = z.safeParse(outboxPage, await (await fetch(address)).json())
      const code = page.data?.items[0]?.code
      if (code !== undefined) return code
      await sleep(100)
    }
    throw new Error(`no mail to ${email}`)
  }

  test('registers a name once in all cells, and logs its customer in from any browser', async () => {
    const email = `${randomUUID()}@example.com`
    expect(await openBrowser(2).register(email)).toMatchObject({ code: 1, user: { email } })
    expect(await openBrowser(1).register(email)).toMatchObject({ code: 0, error: 'already-registered' })
    const elsewhere = openBrowser(1)
    expect(await elsewhere.login(email)).toMatchObject({ code: 1, user: { email } })
    expect(elsewhere.cell()).toBe(2)
    expect(await elsewhere.authenticate()).toBe('authenticated')
    expect(await openBrowser(1).login(`${randomUUID()}@example.com`)).toMatchObject({ error: 'wrong-credentials' })
  })

  test('signs in with a passkey of another cell, once for each challenge', async () => {
    const owner = openBrowser(2)
    await owner.register(`${randomUUID()}@example.com`)
    const authenticator = createSoftwareAuthenticator()
    const site = { origin: page, rpId: 'localhost' }
    const challengeOf = ({ data }: { readonly data: unknown }) =>
      Buffer.from(z.parse(z.object({ challenge: z.string() }), data).challenge, 'base64url')
    const asked = challengeOf(await owner.call('security/passkey_begin', { loginPassword: password }))
    const made = JSON.stringify(authenticator.create(asked, site))
    expect(await owner.call('security/passkey_add', { response: made, name: 'Phone' })).toMatchObject({ code: 1 })
    const elsewhere = openBrowser(1)
    const challenge = challengeOf(await elsewhere.call('user/passkey_begin'))
    expect(elsewhere.cell()).toBe(1)
    const login = { response: JSON.stringify(authenticator.use(challenge, site)) }
    expect(await elsewhere.call('user/passkey_login', login)).toMatchObject({ code: 1 })
    expect(elsewhere.cell()).toBe(2)
    expect(await openBrowser(1).call('user/passkey_login', login)).toMatchObject({ error: 'passkey-refused' })
    const forged = { response: JSON.stringify(authenticator.use(Buffer.alloc(54), site)) }
    expect(await openBrowser(1).call('user/passkey_login', forged)).toMatchObject({ error: 'passkey-refused' })
  })

  test('sends a recovery to the cell of its account, with its code, whatever the cookie says', async () => {
    const [account, fresh] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    await openBrowser(2).register(account)
    const browser = openBrowser(1)
    const code = { channel: 'email', purpose: 'recover', address: fresh, account }
    expect(await browser.call('code/send', code)).toMatchObject({ code: 1 })
    expect(browser.cell()).toBe(2)
    const form = new FormData()
    const document = { country: 'FR', documentType: 'passport', name: 'Anna Gruber', number: 'P1234567' }
    const texts = { ...document, requestId: randomUUID(), account, email: fresh, code: await newestCode(2, fresh) }
    for (const [name, text] of Object.entries(texts)) form.append(name, text)
    form.append('front', new Blob([Buffer.alloc(20_000, 1)], { type: 'image/jpeg' }), 'front.jpg')
    // Nobody has verified this account. Another cell would have refused the code.
    expect(await browser.call('user/recover', form)).toMatchObject({ error: 'details-differ' })
  })

  test('finds the conversation of a visitor in its cell', async () => {
    const visit = newToken()
    await platform.owners.cells.get(2)?.query("select support.begin_visit($1, 'en', '')", [tokenHash(visit)])
    const visitor = openBrowser(1)
    expect(await visitor.call('support/visit', { visit })).toMatchObject({ code: 1 })
    expect(visitor.cell()).toBe(2)
    const message = { visit, clientId: randomUUID(), text: 'Hello' }
    expect(await openBrowser(1).call('support/visit_send', message)).toMatchObject({ code: 1 })
    const customer = openBrowser(1)
    await customer.register(`${randomUUID()}@example.com`)
    expect(await customer.call('support/visit', { visit })).toMatchObject({ code: 1 })
    expect(customer.cell()).toBe(1)
    expect(await openBrowser(1).call('support/visit', { visit: newToken() })).toMatchObject({ error: 'visit-ended' })
  })

  test('sends a name that nobody has to the same cell through either front, by the key in the directory', async () => {
    for (let drawn = 0; drawn < 6; drawn += 1) {
      const account = `${randomUUID()}@example.com`
      const cellsOf = running.origins.map(async (origin) => {
        const body = new URLSearchParams({ account, loginPassword: password })
        const response = await fetch(`${origin}/api/user/login`, { method: 'POST', body })
        return /cell=\d/.exec(response.headers.getSetCookie().join())?.[0]
      })
      const [here, there] = await Promise.all(cellsOf)
      expect(here).toMatch(/^cell=[12]$/)
      expect(there).toBe(here)
    }
  })

  test('serves a customer who has moved without another login, calls and sockets alike', async () => {
    const email = `${randomUUID()}@example.com`
    const browser = openBrowser(1)
    const { user } = await browser.register(email)
    const before = await browser.call('wallet/assets')
    const { rows } = await platform.owners.directory.query<{ customer_id: bigint }>(
      `select customer_id from directory.find('email', $1)`,
      [email],
    )
    const moved = await moveCustomer(
      {
        directory: platform.owners.directory,
        cells: platform.owners.cells,
        nowMs: Date.now,
        pause: (ms) => sleep(ms),
        patienceMs: 30_000,
      },
      rows[0]?.customer_id ?? 0n,
      2,
    )
    expect(moved.ok).toBe(true)
    const seen: unknown[] = []
    await expect
      .poll(async () => {
        seen.push((await browser.call('home/summary')).data)
        return browser.cell()
      })
      .toBe(2)
    // The app signs out a customer whom it sees as a visitor.
    for (const summary of seen) expect(summary).toMatchObject({ account: { positions: [] } })
    expect((await browser.call('user/info')).data).toMatchObject({ id: user?.id, email })
    expect((await browser.call('wallet/assets')).data).toEqual(before.data)
    expect(await browser.authenticate()).toBe('authenticated')
    // The app opens another socket, by the cookie that its calls have got meanwhile.
    expect(await browser.authenticate('cell=1')).toBe('closed')
    expect(await openBrowser(1).login(email)).toMatchObject({ code: 1, user: { id: user?.id } })
  })

  test('shows operators of one cell all of them, and where the console of each opens', async () => {
    const server = running.servers.get(2)
    const owner = platform.owners.cells.get(2)
    if (server === undefined || owner === undefined) throw new Error('there is a second cell')
    const { secrets } = await openDataFolder(server.dataFolder)
    const operator = await addOperator(owner, { name: 'm-ito', roles: ['lead'] }, secrets.serverKey)
    const ask = async (path: string, form: Record<string, string>, token = '') => {
      const headers = token === '' ? {} : { token }
      const body = new URLSearchParams(form)
      const response = await fetch(`${server.consoleOrigin}/operator/${path}`, { method: 'POST', headers, body })
      return z.parse(envelope, await response.json()).data
    }
    const login = await ask('login', { account: 'm-ito', password: operator.password, totp: operator.code() })
    const { token } = z.parse(z.object({ token: z.string() }), login)
    expect(await ask('me', {}, token)).toMatchObject({ cell: 2 })
    const consoles = Array.from(running.servers, ([cell, { consoleOrigin }]) => ({ cell, console: consoleOrigin }))
    expect(await ask('cells', {}, token)).toMatchObject({
      cells: consoles.map((listed) => ({ ...listed, hasNewestTerms: true, figures: { underWay: 0 } })),
      withdrawals: [],
    })
    expect(await ask('cell_of', { account: '10000000' }, token)).toEqual({ found: null })
  })

  test('shows the prices of the first cell in the other one', async () => {
    const slotOf = async (cell: number) => {
      const { data } = await openBrowser(cell).call('system/status')
      return z.parse(z.object({ slot: z.nullable(z.int()) }), data).slot ?? 0
    }
    const before = await slotOf(2)
    await expect.poll(() => slotOf(2)).toBeGreaterThan(before + 1)
    expect(Math.abs((await slotOf(1)) - (await slotOf(2)))).toBeLessThan(10)
    expect(committed.at(-1)).toBeGreaterThan(before)
  })
})
