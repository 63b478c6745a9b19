import { supportVisit, supportVisitBegin, supportVisitSend } from '@candor/api/support'
import type { SupportMessage, SupportState } from '@candor/api/support'
import type { Call } from '@candor/client'
import { expect, it, vi } from 'vitest'
import { createVisitClient } from './visit-client.ts'

const hours = { timeZone: 'UTC', days: [] }
const setting = {
  greeting: 'assistant',
  availability: { hours, isOpen: true, nextOpenMs: null, agentsOnline: 0, usualWaitMs: null, keptDays: 30 },
} as const
const stateOf = (state: SupportState['state'], newestSeq: number): SupportState => ({
  state,
  agent: null,
  queue: null,
  newestSeq,
  readSeq: 0,
  agentReadSeq: 0,
  agentReadMs: null,
  mayRate: false,
})
const proof = { captchaId: 'c1', text: '', altcha: 'proof' }
const refusal = (error: string) => ({ ok: false, error, msg: `text of ${error}`, fields: {}, data: null })
const lost = refusal('network')

/** A visitor's chat with a server that the test plays: its conversations by their tokens. */
function world() {
  let nowMs = 0
  let ids = 0
  let token = ''
  const visits = new Map<string, SupportMessage[]>()
  const calls: { readonly path: string; readonly form: Readonly<Record<string, unknown>> }[] = []
  const failures = new Map<string, unknown>()
  const solve = vi.fn<() => Promise<typeof proof | null>>(async () => proof)
  const add = (name: string, from: SupportMessage['from'], text: string, clientId: string | null) => {
    const messages = visits.get(name) ?? []
    const message = { seq: messages.length + 1, atMs: 0, from, agent: null, clientId, body: { kind: 'text', text } }
    visits.set(name, [...messages, message as SupportMessage])
    return message
  }
  const answer = (path: string, form: Readonly<Record<string, unknown>>): unknown => {
    if (failures.has(path)) return failures.get(path)
    if (path === supportVisitBegin.path) {
      const visit = `visit-${visits.size + 1}`
      visits.set(visit, [])
      return { ok: true, value: { visit, expiresMs: 1 }, msg: '' }
    }
    const name = String(form['visit'] ?? '')
    const messages = visits.get(name)
    if (name !== '' && messages === undefined) return refusal('visit-ended')
    if (path === supportVisitSend.path)
      return { ok: true, value: add(name, 'customer', String(form['text']), String(form['clientId'])), msg: '' }
    const items = (messages ?? []).filter(({ seq }) => seq > Number(form['afterSeq']))
    const state = stateOf(messages === undefined || messages.length === 0 ? 'none' : 'waiting', messages?.length ?? 0)
    return { ok: true, value: { setting, state, items, hasMore: false }, msg: '' }
  }
  const call = (async (operation: { readonly path: string }, form: Readonly<Record<string, unknown>>) => {
    calls.push({ path: operation.path, form })
    return answer(operation.path, form)
  }) as unknown as Call
  const client = createVisitClient({
    call,
    isOutcomeUnknown: (error) => error === 'network',
    solve,
    unproven: () => 'no proof',
    token: { get: () => token, set: (next) => (token = next) },
    newId: () => `id-${(ids += 1)}`,
    nowMs: () => nowMs,
    isVisible: () => true,
  })
  return {
    client,
    solve,
    visits,
    failures,
    add,
    token: () => token,
    forms: (path: string) => calls.filter((one) => one.path === path).map(({ form }) => form),
    pass: (ms: number) => {
      nowMs += ms
      client.tick()
    },
    texts: () =>
      client.snapshot().messages.map(({ from, body }) => `${from} ${body.kind === 'text' ? body.text : body.kind}`),
  }
}

const say = (text: string) => ({ kind: 'text', text }) as const

it('says who answers before anything is written, and begins no conversation', async () => {
  const { client, visits, solve } = world()
  client.open()
  await expect.poll(() => client.snapshot()).toMatchObject({ phase: 'online', setting: { greeting: 'assistant' } })
  expect([visits.size, solve.mock.calls.length]).toEqual([0, 0])
})

it('begins with the first message and a proof, and sends the next ones into the same conversation', async () => {
  const { client, visits, forms, texts, token } = world()
  client.open()
  client.send(say('May I have a code?'))
  client.send(say('Please'))
  await expect.poll(() => texts()).toEqual(['customer May I have a code?', 'customer Please'])
  expect(forms(supportVisitBegin.path)).toEqual([{ captchaId: 'c1', altcha: 'proof' }])
  expect([visits.size, token()]).toEqual([1, 'visit-1'])
  expect(client.snapshot().outgoing).toEqual([])
})

it('asks for what follows every few seconds, and tells what was read', async () => {
  const { client, add, pass, forms, texts } = world()
  client.open()
  client.send(say('Hello'))
  await expect.poll(() => texts()).toEqual(['customer Hello'])
  await expect.poll(() => client.snapshot().state?.state).toBe('waiting')
  add('visit-1', 'agent', 'Hi', null)
  pass(2_000)
  expect(texts()).toHaveLength(1)
  await expect
    .poll(() => {
      pass(3_000)
      return texts()
    })
    .toEqual(['customer Hello', 'agent Hi'])
  expect(client.snapshot().spoken?.body).toEqual(say('Hi'))
  client.read(2)
  await expect
    .poll(() => {
      pass(20_000)
      return forms(supportVisit.path).at(-1)
    })
    .toEqual({ visit: 'visit-1', afterSeq: 2, readSeq: 2 })
})

it('keeps what was not acknowledged, and sends it under its own id once the server answers again', async () => {
  const { client, failures, pass, forms, texts } = world()
  client.open()
  await expect.poll(() => client.snapshot().phase).toBe('online')
  failures.set(supportVisitSend.path, lost)
  client.send(say('In a tunnel'))
  await expect.poll(() => client.snapshot().phase).toBe('offline')
  expect(client.snapshot().outgoing).toMatchObject([{ clientId: 'id-1', refusal: null }])
  failures.clear()
  await expect
    .poll(() => {
      pass(3_000)
      return texts()
    })
    .toEqual(['customer In a tunnel'])
  expect(new Set(forms(supportVisitSend.path).map(({ clientId }) => clientId))).toEqual(new Set(['id-1']))
  expect(forms(supportVisitBegin.path)).toHaveLength(1)
})

it('says at a message why it was not sent, and sends it on a retry', async () => {
  const { client, failures, solve, texts } = world()
  client.open()
  solve.mockResolvedValueOnce(null)
  client.send(say('Hello'))
  await expect.poll(() => client.snapshot().outgoing).toMatchObject([{ refusal: 'no proof' }])
  failures.set(supportVisitBegin.path, refusal('visits-full'))
  client.retry('id-1')
  await expect.poll(() => client.snapshot().outgoing).toMatchObject([{ refusal: 'text of visits-full' }])
  failures.clear()
  client.retry('id-1')
  await expect.poll(() => texts()).toEqual(['customer Hello'])
})

it('starts over where the conversation has ended meanwhile', async () => {
  const { client, visits, pass, texts, token } = world()
  client.open()
  client.send(say('Hello'))
  await expect.poll(() => texts()).toEqual(['customer Hello'])
  visits.delete('visit-1')
  visits.set('another', [])
  await expect
    .poll(() => {
      pass(20_000)
      return texts()
    })
    .toEqual([])
  expect(token()).toBe('')
  client.send(say('Me again'))
  await expect.poll(() => texts()).toEqual(['customer Me again'])
})

it('asks nothing once it is closed', async () => {
  const { client, pass, forms } = world()
  client.open()
  await expect.poll(() => client.snapshot().phase).toBe('online')
  client.close()
  pass(600_000)
  await Promise.resolve()
  expect(forms(supportVisit.path)).toHaveLength(1)
})
