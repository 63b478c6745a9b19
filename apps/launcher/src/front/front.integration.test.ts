import { createHash } from 'node:crypto'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { newToken, tokenHash } from '../../../server/src/platform/token.ts'
import { createCells } from './cells.ts'
import { startFrontServer } from './front-server.ts'

/** A server of a cell as far as the front sees it. */
interface FakeCell {
  readonly server: Server
  readonly sockets: WebSocketServer
  readonly port: number
  readonly logins: Set<string>
  readonly seen: { url: string; headers: IncomingHttpHeaders; body: Buffer }[]
  isAway: boolean
}

async function openCell(number: number): Promise<FakeCell> {
  const logins = new Set<string>()
  const seen: FakeCell['seen'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const token = request.headers['token']
    if (request.url === '/api/stream') {
      response.writeHead(200)
      request.on('data', (chunk: Buffer) => response.write(String(chunk.length)))
      request.on('end', () => response.end())
      return
    }
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      seen.push({ url: request.url ?? '', headers: request.headers, body })
      const isUnknown = typeof token === 'string' && !logins.has(token)
      // A public call that shows more to a customer serves anybody else as a visitor, and says so.
      const isRefused = isUnknown && request.url !== '/api/home/summary'
      if (isUnknown && !isRefused) response.setHeader('x-login', 'unknown')
      const type = request.url === '/h5/app.js' ? 'text/javascript' : 'application/json'
      response.writeHead(isRefused ? 408 : 200, {
        'content-type': type,
        'set-cookie': 'device=x; Path=/api/user/login',
      })
      response.end(JSON.stringify({ code: isRefused ? 0 : 1, cell: number, bytes: body.length }))
    })
  })
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'candor' })
  sockets.on('connection', (socket, request) => {
    socket.send(JSON.stringify({ cell: number, from: request.headers['x-forwarded-for'] }))
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, sockets, port: typeof address === 'object' ? (address?.port ?? 0) : 0, logins, seen, isAway: false }
}

const fakes = [await openCell(1), await openCell(2)] as const
const [one, two] = fakes
const names = new Map<string, number>()
let log = ''
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    log += chunk.toString()
    done()
  },
})
/** Passkeys and visitors' conversations, each with its cell. */
const held = new Map<string, number>()
const heldIn = (cell: number, text: string) => Promise.resolve(held.get(text) === cell ? 0n : null)
let searches = 0
let isDirectoryAway = false
const fakeOf = (cell: number) => fakes[cell - 1] ?? one

const openFront = (trustedProxies: readonly string[] = []) =>
  startFrontServer({
    port: 0,
    host: '127.0.0.1',
    cells: createCells({
      addresses: new Map(fakes.map(({ port }, place) => [place + 1, `http://127.0.0.1:${port}`])),
      weights: () => [
        { cell: 1, weight: 1 },
        { cell: 2, weight: 0 },
      ],
      findNamed: ({ name }) =>
        isDirectoryAway ? Promise.reject(new Error('connection refused')) : Promise.resolve(names.get(name) ?? null),
      findPasskey: (cell, { text }) => heldIn(cell, text),
      findVisit: (cell, { text }) => heldIn(cell, text),
      findLogin: (cell, { hash }) => {
        searches += 1
        if (fakeOf(cell).isAway) return Promise.reject(new Error('connection refused'))
        return Promise.resolve([...fakeOf(cell).logins].some((token) => tokenHash(token).equals(hash)) ? 0n : null)
      },
      secret: 'a secret of tests',
      nowMs: () => performance.now(),
      random: () => 0,
    }),
    connections: { total: 1_000, perNetwork: 1_000 },
    trustedProxies,
    countryHeader: 'cf-ipcountry',
    logger: pino({ level: 'trace' }, sink),
  })
const front = await openFront()
/** Another one, behind a proxy that speaks TLS. */
const other = await openFront(['127.0.0.1'])
const origin = `http://127.0.0.1:${front.port}`
const otherOrigin = `http://127.0.0.1:${other.port}`

beforeEach(() => {
  for (const { seen } of fakes) seen.length = 0
  searches = 0
})
afterAll(async () => {
  await front.stop()
  await other.stop()
  for (const { server, sockets } of fakes) {
    sockets.close()
    server.closeAllConnections()
    server.close()
  }
})

async function post(
  path: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
  at = origin,
) {
  const response = await fetch(at + path, { method: 'POST', body: new URLSearchParams(form), headers })
  const body: unknown = await response.json()
  return { status: response.status, body, cookies: response.headers.getSetCookie() }
}

function logIn(cell: FakeCell): string {
  const token = newToken()
  cell.logins.add(token)
  return token
}

test('sends a login to the cell where it is, found once', async () => {
  const token = logIn(two)
  for (let call = 0; call < 3; call += 1)
    expect((await post('/api/wallet/assets', {}, { token })).body).toMatchObject({ cell: 2 })
  expect(searches).toBe(2)
  expect(one.seen).toEqual([])
})

test('repeats a call that a cell refused after the login has moved, and has the browser keep the new cell', async () => {
  const token = logIn(one)
  const cookie = 'cell=1'
  await post('/api/wallet/assets', {}, { token, cookie })
  one.logins.delete(token)
  two.logins.add(token)
  const moved = await post('/api/contract/buy', { stake: '5' }, { token, cookie })
  expect(moved).toMatchObject({ status: 200, body: { cell: 2, bytes: 7 } })
  expect(moved.cookies.join()).toContain('cell=2; Path=/')
  expect(one.seen).toHaveLength(2)
  expect(two.seen.map(({ body }) => body.toString())).toEqual(['stake=5'])
})

test('repeats a public call as well, for which the cell has taken a customer who has moved for a visitor', async () => {
  const token = logIn(one)
  expect((await post('/api/home/summary', {}, { token })).body).toMatchObject({ cell: 1 })
  one.logins.delete(token)
  two.logins.add(token)
  expect((await post('/api/home/summary', {}, { token })).body).toMatchObject({ cell: 2 })
  two.logins.delete(token)
  expect(await post('/api/home/summary', {}, { token })).toMatchObject({ status: 200, body: { cell: 2 } })
})

test('passes on the refusal of a login that is in no cell, asked once more', async () => {
  const token = logIn(one)
  await post('/api/wallet/assets', {}, { token })
  one.logins.delete(token)
  expect(await post('/api/wallet/assets', {}, { token })).toMatchObject({ status: 408, body: { code: 0, cell: 1 } })
  expect(await post('/api/wallet/assets', {}, { token: newToken() })).toMatchObject({ status: 408 })
  expect(two.seen).toEqual([])
})

test('does not keep a long body: its caller repeats it, and is not logged out', async () => {
  const token = logIn(one)
  const send = () =>
    fetch(`${origin}/api/kyc/submit`, { method: 'POST', body: Buffer.alloc(100_000, 1), headers: { token } })
  expect(await (await send()).json()).toMatchObject({ cell: 1, bytes: 100_000 })
  one.logins.delete(token)
  two.logins.add(token)
  const refused = await send()
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ code: 0, error: 'system-timeout' })
  expect(await (await send()).json()).toMatchObject({ cell: 2, bytes: 100_000 })
})

test('streams a long body through, while it still arrives', async () => {
  const sent = httpRequest(`${origin}/api/stream`, { method: 'POST' })
  const answered = new Promise<string>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => response.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  })
  sent.write(Buffer.alloc(1_000))
  expect(await answered).toBe('1000')
  sent.end()
})

test('sends the form that names a customer to the customer’s cell, and any other name always to the same one', async () => {
  names.set('anna@example.org', 2)
  const form = { account: 'Anna@example.org', loginPassword: 'hidden-1' }
  const login = await post('/api/user/login', form, { cookie: 'cell=1' })
  expect(login.body).toMatchObject({ cell: 2 })
  expect(login.cookies).toEqual(['device=x; Path=/api/user/login', expect.stringContaining('cell=2; Path=/')])
  const unknown = async (account: string) => {
    const { body } = await post('/api/user/login', { account, loginPassword: 'x' })
    return JSON.stringify(body)
  }
  expect(await unknown('x@example.org')).toBe(await unknown('x@example.org'))
  expect(await post('/api/captcha/create', {}, { cookie: 'cell=2' })).toMatchObject({ body: { cell: 2 } })
})

test('sends a recovery where the account is that asks for a code, and its photos after it by the cookie', async () => {
  names.set('lost@example.org', 2)
  const code = { channel: 'email', purpose: 'recover', address: 'new@example.org', account: 'lost@example.org' }
  const sent = await post('/api/code/send', code, { cookie: 'cell=1' })
  expect(sent).toMatchObject({ body: { cell: 2 }, cookies: [expect.anything(), expect.stringContaining('cell=2')] })
  const unknown = async (account: string) => (await post('/api/code/send', { ...code, account })).body
  expect(await unknown('nobody@example.org')).toEqual(await unknown('nobody@example.org'))
  const form = Buffer.alloc(100_000, 1)
  const headers = { cookie: 'cell=2', 'content-type': 'multipart/form-data; boundary=x' }
  const recovery = await fetch(`${origin}/api/user/recover`, { method: 'POST', body: form, headers })
  expect(await recovery.json()).toMatchObject({ cell: 2, bytes: 100_000 })
})

test('sends a passkey to the cell that has it, and an unknown one always to the same', async () => {
  const [known, unknown] = [newToken(), newToken()]
  held.set(known, 2)
  const use = (id: string) =>
    post('/api/user/passkey_login', { response: JSON.stringify({ id }) }, { cookie: 'cell=1' })
  expect(await use(known)).toMatchObject({
    body: { cell: 2 },
    cookies: [expect.anything(), expect.stringContaining('=2')],
  })
  held.set(known, 1)
  expect(await use(known)).toMatchObject({ body: { cell: 1 } })
  expect((await use(unknown)).body).toEqual((await use(unknown)).body)
})

test('sends a visitor’s conversation to its cell, whatever the cookie and the login say, else by the cookie', async () => {
  const visit = newToken()
  held.set(visit, 2)
  const token = logIn(one)
  const loggedIn = await post('/api/support/visit', { visit }, { cookie: 'cell=1', token })
  expect(loggedIn).toMatchObject({ body: { cell: 2 }, cookies: [expect.stringContaining('device')] })
  expect(await post('/api/support/visit_send', { visit, text: 'x' })).toMatchObject({ body: { cell: 2 } })
  for (const form of [{}, { visit: newToken() }])
    expect(await post('/api/support/visit', form, { cookie: 'cell=2' })).toMatchObject({ body: { cell: 2 } })
})

test('goes by the cookie alone while the directory is away, and refuses a login without one', async () => {
  isDirectoryAway = true
  const form = { account: 'anna@example.org', loginPassword: 'x' }
  expect(await post('/api/user/login', form, { cookie: 'cell=2' })).toMatchObject({ status: 200, body: { cell: 2 } })
  expect(await post('/api/user/login', form)).toMatchObject({ status: 503, body: { error: 'system-timeout' } })
  expect(await post('/api/home/summary')).toMatchObject({ status: 200 })
  isDirectoryAway = false
})

test('places a visitor by weight, and has the browser keep the cell with pages and calls alone', async () => {
  const visit = await post('/api/home/summary')
  expect(visit.body).toMatchObject({ cell: 1 })
  expect(visit.cookies.join()).toContain('cell=1')
  const script = await fetch(`${origin}/h5/app.js`)
  expect(script.headers.getSetCookie().join()).not.toContain('cell=')
  expect((await post('/api/home/summary', {}, { cookie: 'cell=1' })).cookies.join()).not.toContain('cell=')
})

test('tells the cell the caller’s address, and nothing that the caller wrote about it', async () => {
  const forged = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'cf-ipcountry': 'AT' }
  const { cookies } = await post('/api/home/summary', {}, forged)
  const headers = one.seen[0]?.headers ?? {}
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers).not.toHaveProperty('x-forwarded-proto')
  expect(headers).not.toHaveProperty('cf-ipcountry')
  expect(headers['host']).toBe(`127.0.0.1:${front.port}`)
  expect(cookies.join()).not.toContain('Secure')
})

test('gives a browser secure cookies behind a proxy that speaks TLS, and believes nobody else that it does', async () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
  const behind = await post('/api/home/summary', {}, headers, otherOrigin)
  expect(behind.cookies.join()).toMatch(/cell=1; .*; Secure/)
  expect(one.seen[0]?.headers).toMatchObject(headers)
  expect((await post('/api/home/summary', {}, headers)).cookies.join()).not.toContain('Secure')
})

test('two fronts that take turns choose the same cell for a browser, a name and a login, also after a move', async () => {
  const at = [origin, otherOrigin]
  const token = logIn(one)
  names.set('both@example.org', 2)
  for (const account of [
    'both@example.org',
    ...Array.from({ length: 8 }, (_, drawn) => `nobody-${drawn}@example.org`),
  ]) {
    const [here, there] = [0, 1].map((place) => post('/api/user/login', { account }, {}, at[place]))
    expect((await here)?.body).toEqual((await there)?.body)
  }
  for (const turn of [0, 1, 0, 1])
    expect((await post('/api/wallet/assets', {}, { token }, at[turn])).body).toMatchObject({ cell: 1 })
  one.logins.delete(token)
  two.logins.add(token)
  const cookie = (await post('/api/wallet/assets', {}, { token, cookie: 'cell=1' })).cookies[1]?.split(';')[0] ?? ''
  expect(cookie).toBe('cell=2')
  // The other one still remembers the former cell, until that cell refuses the login.
  for (const turn of [1, 0, 1])
    expect(await post('/api/wallet/assets', {}, { token, cookie }, at[turn])).toMatchObject({
      status: 200,
      body: { cell: 2 },
    })
  expect((await post('/api/captcha/create', {}, { cookie }, otherOrigin)).body).toMatchObject({ cell: 2 })
})

test('passes sockets to the cell of the cookie, both ways', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${front.port}/ws`, 'candor', { headers: { cookie: 'cell=2' } })
  const texts: string[] = []
  const received = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      texts.push(data instanceof Buffer ? data.toString() : '')
      if (texts.length === 1) socket.send('x'.repeat(70_000))
      else resolve()
    })
  })
  await received
  expect(texts[0]).toBe(JSON.stringify({ cell: 2, from: '127.0.0.1' }))
  expect(
    createHash('sha256')
      .update(texts[1] ?? '')
      .digest('hex'),
  ).toBe(createHash('sha256').update('x'.repeat(70_000)).digest('hex'))
  expect(socket.protocol).toBe('candor')
  socket.close()
})

test('refuses the customers of a cell that is away, and nobody else', async () => {
  const [here, there] = [logIn(one), logIn(two)]
  const fresh = logIn(two)
  await post('/api/wallet/assets', {}, { token: there })
  two.isAway = true
  two.server.closeAllConnections()
  await new Promise((resolve) => two.server.close(resolve))
  const refused = await post('/api/wallet/assets', {}, { token: there, lang: 'es' })
  expect(refused).toMatchObject({ status: 503, body: { code: 0, error: 'system-timeout', data: null } })
  // The login of a customer that is not found may be in the cell that is away.
  expect(await post('/api/wallet/assets', {}, { token: fresh })).toMatchObject({ status: 503 })
  expect(await post('/api/wallet/assets', {}, { token: here })).toMatchObject({ status: 200, body: { cell: 1 } })
  const page = await fetch(`${origin}/h5/`, { headers: { cookie: 'cell=2' } })
  expect(page.status).toBe(200)
  expect(page.headers.getSetCookie().join()).not.toContain('cell=')
  const socket = new WebSocket(`ws://127.0.0.1:${front.port}/ws`, { headers: { cookie: 'cell=2' } })
  const failure = await new Promise<string>((resolve) => socket.on('error', ({ message }) => resolve(message)))
  expect(failure).toContain('503')
  await new Promise<void>((resolve) => two.server.listen(two.port, '127.0.0.1', resolve))
  two.isAway = false
  expect(await post('/api/wallet/assets', {}, { token: fresh })).toMatchObject({ status: 200, body: { cell: 2 } })
})

test('writes no token, password, name or address of a page’s query into its log', async () => {
  const token = logIn(two)
  two.isAway = true
  two.server.closeAllConnections()
  await new Promise((resolve) => two.server.close(resolve))
  await post('/api/user/login?secret=1', { account: 'anna@example.org', loginPassword: 'hidden-1' })
  await post('/api/wallet/assets', {}, { token })
  await new Promise<void>((resolve) => two.server.listen(two.port, '127.0.0.1', resolve))
  two.isAway = false
  expect(log).toContain('a cell did not respond')
  for (const hidden of [token, 'hidden-1', 'anna@example.org', 'secret=1']) expect(log).not.toContain(hidden)
})
