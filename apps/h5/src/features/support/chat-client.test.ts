import { noConversation } from '@candor/api/support'
import type { SupportMessage, SupportServerMessage } from '@candor/api/support'
import { playedSockets } from '@candor/client/testing/played-sockets'
import { expect, it } from 'vitest'
import { createChatClient } from './chat-client.ts'
import type { Outgoing } from './chat-model.ts'

const letIn: SupportServerMessage = { type: 'otherlogin', data: { id: '4471', nowMs: 0, state: noConversation } }
const own = (seq: number, clientId: string): SupportMessage => ({
  seq,
  atMs: 0,
  from: 'customer',
  agent: null,
  clientId,
  body: { kind: 'text', text: 'Hello' },
})

/** A chat on a socket that the test plays. */
function world() {
  let nowMs = 0
  let ids = 0
  let logins = 0
  let stored: Outgoing[] = []
  let isFresh = false
  const { sockets, newest: socket, say, open } = playedSockets()
  const client = createChatClient({
    logIn: async () => ({ ok: true, login: { id: '4471', token: `token-${(logins += 1)}` } }),
    openSocket: (events) => {
      isFresh = true
      return open(events)
    },
    outbox: { read: () => stored, write: (_account, outgoing) => (stored = [...outgoing]) },
    language: () => 'en',
    device: 'test',
    newId: () => `id-${(ids += 1)}`,
    nowMs: () => nowMs,
    random: () => 1,
  })
  const tell = (...messages: SupportServerMessage[]) => messages.forEach(say)
  const enter = async () => {
    await expect.poll(() => isFresh).toBe(true)
    isFresh = false
    socket().events.onOpen()
    tell(letIn)
  }
  const messagesSent = () => socket().sent.filter((one) => JSON.stringify(one).includes('"message"'))
  const pass = async (ms: number) => {
    nowMs += ms
    client.tick()
    await Promise.resolve()
  }
  return {
    client,
    sockets,
    socket,
    tell,
    enter,
    messagesSent,
    pass,
    stored: () => stored,
    restore: (items: Outgoing[]) => (stored = items),
  }
}

/** The same, let in. */
async function entered() {
  const whole = world()
  whole.client.open()
  await whole.enter()
  return whole
}

const hello = { kind: 'text', text: 'Hello' } as const
const sentHello = (clientId: string) => ({ type: 'message', data: { clientId, body: hello } })

it('says who it is before anything else', async () => {
  const { client, socket } = await entered()
  expect(socket().sent[0]).toEqual({ type: 'otherlogin', data: { id: '4471', token: 'token-1' } })
  expect(client.snapshot().phase).toBe('online')
})

it('sends what was not acknowledged again after a cut, with its own id, and asks for what was missed', async () => {
  const { client, socket, tell, enter, messagesSent, pass, stored } = await entered()
  client.send(hello)
  client.send(hello)
  tell({ type: 'ack', data: { clientId: 'id-1', message: own(1, 'id-1') } })
  expect(stored().map(({ clientId }) => clientId)).toEqual(['id-2'])
  socket().events.onClose(1006)
  expect(client.snapshot().phase).toBe('offline')
  await pass(1_001)
  await enter()
  expect(messagesSent()).toEqual([sentHello('id-2')])
  expect(socket().sent).toContainEqual({ type: 'history', data: { afterSeq: 1, limit: 100 } })
  tell({ type: 'ack', data: { clientId: 'id-2', message: own(2, 'id-2') } })
  expect(client.snapshot().outgoing).toEqual([])
  expect(stored()).toEqual([])
})

it('sends what a reload left behind, once', async () => {
  const { client, enter, messagesSent, restore } = world()
  restore([{ clientId: 'left', draft: hello, atMs: 0, refusal: null }])
  client.open()
  await enter()
  expect(messagesSent()).toEqual([sentHello('left')])
})

it('keeps what is written without a line, and sends it with the next one', async () => {
  const { client, socket, enter, messagesSent, pass } = await entered()
  socket().events.onClose(1001)
  client.send(hello)
  await pass(1_001)
  await enter()
  expect(messagesSent()).toEqual([sentHello('id-1')])
})

it('gives way to another device, and takes the chat over only when it is asked to', async () => {
  const { client, sockets, socket, enter, pass } = await entered()
  socket().events.onClose(4002)
  await pass(60_000)
  expect(sockets).toHaveLength(1)
  expect(client.snapshot().phase).toBe('elsewhere')
  client.open()
  await enter()
  expect(sockets).toHaveLength(2)
})

it('draws a new ticket once the login has ended', async () => {
  const { socket, enter, pass } = await entered()
  socket().events.onClose(4001)
  await pass(1_001)
  await enter()
  expect(socket().sent[0]).toMatchObject({ data: { token: 'token-2' } })
})

it('drops a line that has gone silent', async () => {
  const { client, pass } = await entered()
  await pass(45_001)
  expect(client.snapshot().phase).toBe('offline')
})

it('does not send again what was refused until it is asked to', async () => {
  const { client, tell, messagesSent } = await entered()
  client.send(hello)
  tell({ type: 'refused', data: { clientId: 'id-1', error: 'frequent-operations', msg: 'Frequent operations' } })
  expect(client.snapshot().outgoing[0]?.refusal).toBe('Frequent operations')
  client.retry('id-1')
  expect(messagesSent()).toEqual([sentHello('id-1'), sentHello('id-1')])
})
