import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { customerOperation, operatorOperation } from '@candor/api'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import type { Principal } from '../principal.ts'
import { ok } from '../result.ts'
import { customerAudience, operatorAudience } from './audience.ts'
import { createDispatch } from './dispatch.ts'
import { createNetworkTags } from './network-tags.ts'
import type { WireCall } from './dispatch.ts'
import { route } from './route.ts'

const parts = { summary: '', input: z.object({ id: z.string('required') }), output: z.string() }
const customers = route(customerOperation('test/call', 'verified', parts), async () => ok('done'))
const operators = route(operatorOperation('operator/test', ['kyc'], parts), async () => {
  throw Object.assign(new Error('refused'), { code: 'CO004' })
})
const wire: WireCall = {
  token: 'good',
  country: null,
  lang: 'en',
  ip: '198.51.100.7',
  userAgent: '',
  pageOrigin: null,
  requestId: '1',
  device: { value: null, keep: () => undefined },
  body: { id: '7' },
}

/** Every reason to refuse a call, in the order of the gates. All hold at first; each step of a test lifts the next. */
const customerReasons = [
  'foreign-origin',
  'places',
  'network',
  'session',
  'disabled',
  'rate',
  'malformed',
  'invalid',
  'kyc',
] as const
const operatorReasons = [
  'foreign-origin',
  'places',
  'network',
  'session',
  'rate',
  'role',
  'malformed',
  'invalid',
] as const
type Reason = (typeof customerReasons | typeof operatorReasons)[number]

async function outcome(audience: 'customer' | 'operator', holds: (reason: Reason) => boolean) {
  const common = {
    admission: {
      enterNetwork: () => (holds('places') ? null : () => undefined),
      admitNetwork: () => !holds('network'),
      admitCaller: () => !holds('rate'),
    },
    origins: { allowedOrigins: [], allowLocalOrigins: true },
  }
  const deps = {
    logger: createLogger({ level: 'silent', role: 'test' }),
    metrics: createMetrics(),
    nowMs: () => 0,
    networkTag: () => 'a network',
  }
  const principal: Principal = {
    customerId: 1n,
    sessionId: 1n,
    isEnabled: !holds('disabled'),
    kycState: holds('kyc') ? 'none' : 'verified',
  }
  const operator = {
    operatorId: 1n,
    name: 'anna',
    roles: holds('role') ? [] : (['kyc'] as const),
    isSandboxReviewer: false,
    expiresMs: 9,
  }
  const dispatch =
    audience === 'customer'
      ? createDispatch(
          customerAudience({ ...common, authenticate: async () => (holds('session') ? null : principal) }),
          deps,
        )
      : createDispatch(
          operatorAudience({ ...common, authenticate: async () => (holds('session') ? null : operator) }),
          deps,
        )
  const body = holds('malformed') ? [] : holds('invalid') ? {} : { id: '7' }
  const called = audience === 'customer' ? customers : operators
  const admitted = dispatch.admit(called, { ...wire, isForeignPage: holds('foreign-origin') })
  const { status, body: response } =
    typeof admitted === 'function' ? await dispatch.serve(called, { ...wire, body }) : admitted
  const { values } = await deps.metrics.requests.get()
  expect(values).toMatchObject([{ labels: { outcome: response.error ?? 'ok' }, value: 1 }])
  return `${status} ${response.error ?? 'ok'}`
}

/** The outcomes of every call, until somebody is logged in. */
const beforeSession = ['403 foreign-origin', '429 frequent-operations', '429 frequent-operations', '408 not-logged-in']

/** The outcomes of a call that is refused for all these reasons, then for all but the first, and so on. */
async function outcomesInTurn(audience: 'customer' | 'operator', reasons: readonly Reason[]): Promise<string[]> {
  const seen: string[] = []
  for (let lifted = 0; lifted <= reasons.length; lifted += 1) {
    const left = reasons.slice(lifted)
    seen.push(await outcome(audience, (reason) => left.includes(reason)))
  }
  return seen
}

describe('the gates of a call', () => {
  it('refuse a customer in one order', async () => {
    expect(await outcomesInTurn('customer', customerReasons)).toEqual([
      ...beforeSession,
      '200 account-disabled',
      '429 frequent-operations',
      '400 malformed',
      '200 invalid',
      '200 kyc-not-completed',
      '200 ok',
    ])
  })

  it('refuse an operator in the same order, and return what the database refuses', async () => {
    expect(await outcomesInTurn('operator', operatorReasons)).toEqual([
      ...beforeSession,
      '429 frequent-operations',
      '200 not-allowed',
      '400 malformed',
      '200 invalid',
      '200 already-decided',
    ])
  })
})

/** The line that a call with a token leaves in the log, and its text. */
async function loggedCall(token: string): Promise<{ line: Record<string, unknown>; written: string }> {
  const sink = new PassThrough()
  const principal: Principal = { customerId: 42n, sessionId: 7n, isEnabled: true, kycState: 'verified' }
  const { serve } = createDispatch(
    customerAudience({
      admission: { enterNetwork: () => () => undefined, admitNetwork: () => true, admitCaller: () => true },
      origins: { allowedOrigins: [], allowLocalOrigins: true },
      authenticate: async (sent) => (sent === 'good' ? principal : null),
    }),
    {
      logger: createLogger({ level: 'info', role: 'test' }, sink),
      metrics: createMetrics(),
      nowMs: () => 0,
      networkTag: createNetworkTags('a secret of tests'),
    },
  )
  await serve(customers, { ...wire, token })
  sink.end()
  const written = await text(sink)
  return { line: JSON.parse(written), written }
}

describe('the log of a call', () => {
  it('names the account and a keyed hash of the network, and neither address nor token', async () => {
    const { line, written } = await loggedCall('good')
    expect(line).toMatchObject({ path: 'test/call', outcome: 'ok', customer: '42', network: expect.any(String) })
    expect(written).not.toContain(wire.ip)
    expect(written).not.toContain('good')
  })

  it('names no account without a session', async () => {
    expect((await loggedCall('stale')).line).not.toHaveProperty('customer')
  })

  it('has one tag for a network, which depends on the key', () => {
    const tagOf = createNetworkTags('a secret of tests')
    expect(tagOf('2001:db8:1:2::1')).toBe(tagOf('2001:db8:1:2:3::9'))
    expect(tagOf('198.51.100.7')).not.toBe(tagOf('198.51.100.8'))
    expect(tagOf('198.51.100.7')).not.toBe(createNetworkTags('another secret')('198.51.100.7'))
  })
})
