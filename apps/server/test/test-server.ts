import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { responseEnvelope } from '@candor/api'
import * as z from 'zod/mini'
import { testServerKey } from '../src/modules/operator/testing/operators.ts'
import { parseConfig } from '../src/platform/config/index.ts'
import { createLogger } from '../src/platform/logger.ts'
import type { ClonedDatabase } from '../src/platform/postgres/test-template.ts'
import type { RunningServer } from '../src/roles/server.ts'
import type { Bounds } from '../src/roles/shared.ts'
import { startWholeServer } from '../src/roles/whole-server.ts'

const noLimit = { max: Infinity, windowMs: 1 }
/** Limits of calls that refuse none. */
export const unlimited = {
  network: noLimit,
  logFiles: noLimit,
  networkAtOnce: Infinity,
  networkConnections: Infinity,
  customer: noLimit,
  paths: {},
}

/** A server that refuses no calls, and spends a hundredth of the usual time on a password. */
export const testBounds = { callLimits: unlimited, passwordCost: { memoryKib: 64, passes: 1, lanes: 1 } } as const

/** The secret of test servers. */
export const serverSecret = testServerKey
/** The invitation code with which `registerAt` registers: seed the database with it. */
export const inviteCode = 'TESTCODE'

/** The key of the outbox of test servers. */
export const outboxKey = 'a-key-of-the-outbox'
const acceptanceKey = Buffer.alloc(32, 5).toString('base64url')

/** The settings of a server with a simulated feed on a free port. */
export const testConfig = (
  { appUrl, marketUrl, verifierUrl }: Pick<ClonedDatabase, 'appUrl' | 'marketUrl' | 'verifierUrl'>,
  settings: Readonly<Record<string, string>> = {},
) =>
  parseConfig({
    CANDOR_PORT: '0',
    CANDOR_HOST: '127.0.0.1',
    CANDOR_FEED: 'simulated:7',
    CANDOR_LOG_LEVEL: 'silent',
    CANDOR_APP_DATABASE_URL: appUrl,
    CANDOR_MARKET_DATABASE_URL: marketUrl,
    CANDOR_VERIFIER_DATABASE_URL: verifierUrl,
    CANDOR_SECRET: serverSecret,
    CANDOR_OUTBOX_KEY: outboxKey,
    CANDOR_ACCEPTANCE_KEY: acceptanceKey,
    ...settings,
  })

/** A whole server, which is ready. */
export interface TestServer extends RunningServer {
  readonly origin: string
  /** The origin of the console and its API. */
  readonly consoleOrigin: string
}

/** Starts the whole server on a seeded database, without limits of calls. */
export async function startTestServer(
  database: Parameters<typeof testConfig>[0],
  settings: Readonly<Record<string, string>> = {},
  bounds: Partial<Bounds> = {},
): Promise<TestServer> {
  const server = await startWholeServer(
    testConfig(database, settings),
    createLogger({ level: 'silent', role: 'test' }),
    { ...testBounds, ...bounds },
  )
  const origin = `http://127.0.0.1:${server.port}`
  await eventually(async () => (await fetch(`${origin}/readyz`)).status === 200 || null)
  return { ...server, origin, consoleOrigin: `http://127.0.0.1:${server.consolePort}` }
}

/** The response to a form, with its status. */
export type FormResponse = z.output<typeof responseEnvelope> & { readonly status: number }

/** Posts a form. */
export async function postForm(
  url: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<FormResponse> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers })
  return { ...z.parse(responseEnvelope, await response.json()), status: response.status }
}

const outboxSchema = z.object({ items: z.array(z.object({ code: z.string() })) })

/** Registers a customer at a sandbox's server, with the code that it mails and the password `secret-1`. */
export async function registerAt(origin: string, email: string): Promise<FormResponse> {
  const sent = await postForm(`${origin}/api/code/send`, { channel: 'email', address: email, purpose: 'register' })
  if (sent.code !== 1) throw new Error(`no code was sent: ${sent.msg}`)
  const code = await eventually(async () => {
    const outbox: unknown = await (await fetch(`${origin}/sandbox/outbox.json?key=${outboxKey}&to=${email}`)).json()
    return z.parse(outboxSchema, outbox).items[0]?.code ?? null
  })
  const passwords = { loginPassword: 'secret-1', loginPassword2: 'secret-1' }
  return postForm(`${origin}/api/user/register`, { requestId: randomUUID(), email, code, inviteCode, ...passwords })
}

/** Polls for up to 20 s until there is a value. */
async function eventually<Value>(read: () => Promise<Value | null>): Promise<Value> {
  const untilMs = Date.now() + 20_000
  for (;;) {
    const value = await read()
    if (value !== null) return value
    if (Date.now() > untilMs) throw new Error('what the test waits for did not come within 20 s')
    await sleep(50)
  }
}
