import type { SupportMessage, SupportServerMessage } from '@candor/api/support'
import { describe, expect, it } from 'vitest'
import { chatLines, chatReducer, emptyChat, hasGap, heldSeq, readMarkSeq } from './chat-model.ts'
import type { Chat } from './chat-model.ts'

const message = (seq: number, other: Partial<SupportMessage> = {}): SupportMessage => ({
  seq,
  atMs: seq * 1_000,
  from: 'agent',
  agent: { id: '3', name: 'mara', isAssistant: false },
  clientId: null,
  body: { kind: 'text', text: `message ${seq}` },
  ...other,
})
const own = (seq: number, clientId: string) => message(seq, { from: 'customer', agent: null, clientId })
const outgoing = (clientId: string) => ({
  clientId,
  draft: { kind: 'text' as const, text: 'Hello' },
  atMs: 0,
  refusal: null,
})
const told = (chat: Chat, ...messages: SupportServerMessage[]) =>
  messages.reduce((known, one) => chatReducer(known, { type: 'server', message: one }), chat)
const history = (
  items: SupportMessage[],
  asked: { beforeSeq?: number; afterSeq?: number } = {},
): SupportServerMessage => ({
  type: 'history',
  data: { items, hasMore: true, beforeSeq: asked.beforeSeq ?? null, afterSeq: asked.afterSeq ?? null },
})
const seqs = ({ messages }: Chat) => messages.map(({ seq }) => seq)

describe('messages', () => {
  it('are kept in their order, each once, however they arrive', () => {
    const chat = told(
      emptyChat,
      history([message(4), message(5)]),
      { type: 'message', data: message(6) },
      { type: 'message', data: message(6) },
    )
    expect(seqs(told(chat, history([message(2), message(3), message(4)], { beforeSeq: 4 })))).toEqual([2, 3, 4, 5, 6])
  })

  it('that are missing are noticed', () => {
    const chat = told(emptyChat, history([message(4), message(5)]), { type: 'message', data: message(7) })
    expect(hasGap(chat.messages)).toBe(true)
    expect(heldSeq(chat.messages)).toBe(5)
    expect(hasGap(told(chat, history([message(6), message(7)], { afterSeq: 5 })).messages)).toBe(false)
  })

  it('have older ones as far as the past goes, not as far as what was missed goes', () => {
    const chat = told(emptyChat, {
      type: 'history',
      data: { items: [message(3)], hasMore: false, beforeSeq: null, afterSeq: null },
    })
    expect(told(chat, history([message(4)], { afterSeq: 3 })).hasOlder).toBe(false)
  })
})

describe('an own message', () => {
  const waiting = [outgoing('a'), outgoing('b')].reduce(
    (chat, one) => chatReducer(chat, { type: 'send', outgoing: one }),
    emptyChat,
  )

  it('is on its way until it is acknowledged, or seen in the history after a cut', () => {
    const acknowledged = told(waiting, { type: 'ack', data: { clientId: 'a', message: own(1, 'a') } })
    expect(acknowledged.outgoing.map(({ clientId }) => clientId)).toEqual(['b'])
    const resumed = told(acknowledged, history([own(2, 'b')], { afterSeq: 1 }))
    expect(resumed.outgoing).toEqual([])
    expect(seqs(resumed)).toEqual([1, 2])
  })

  it('that is restored after a reload and has arrived meanwhile is not there twice', () => {
    const chat = told(emptyChat, history([own(1, 'a')]))
    expect(chatReducer(chat, { type: 'restored', outgoing: [outgoing('a')] }).outgoing).toEqual([])
  })

  it('keeps why it was refused until it is tried again', () => {
    const refused = told(waiting, {
      type: 'refused',
      data: { clientId: 'a', error: 'frequent-operations', msg: 'Frequent operations' },
    })
    expect(refused.outgoing.map(({ refusal }) => refusal)).toEqual(['Frequent operations', null])
    expect(chatReducer(refused, { type: 'retry', clientId: 'a' }).outgoing[0]?.refusal).toBeNull()
    expect(chatReducer(refused, { type: 'discard', clientId: 'a' }).outgoing).toHaveLength(1)
  })
})

describe('what is spoken', () => {
  it('is what somebody else has said just now, or while the line was cut, and never the past', () => {
    const past = told(emptyChat, history([message(1)]))
    expect(past.spoken).toBeNull()
    expect(told(past, { type: 'message', data: own(2, 'a') }).spoken).toBeNull()
    expect(told(past, { type: 'message', data: message(2) }).spoken?.seq).toBe(2)
    expect(told(past, history([message(2), own(3, 'a')], { afterSeq: 1 })).spoken?.seq).toBe(2)
  })
})

describe('the read mark', () => {
  it('is under the newest message while it is one’s own and read', () => {
    expect(readMarkSeq([message(1), own(2, 'a')], 2)).toBe(2)
    expect(readMarkSeq([message(1), own(2, 'a')], 1)).toBe(0)
    expect(readMarkSeq([own(1, 'a'), message(2)], 2)).toBe(0)
  })
})

it('tells the time at the first message, after a pause, and on another day', () => {
  const minuteMs = 60_000
  const at = [0, minuteMs, 40 * minuteMs].map((atMs, index) => message(index + 1, { atMs }))
  expect(chatLines(at).map(({ beginsAt }) => beginsAt)).toEqual([0, null, 40 * minuteMs])
})

it('a reopened chat may be rated again', () => {
  const rated = told({ ...emptyChat, state: null }, { type: 'rated', data: { score: 5 } })
  const state = {
    agent: null,
    queue: null,
    newestSeq: 1,
    readSeq: 1,
    agentReadSeq: 1,
    agentReadMs: null,
    mayRate: false,
  }
  expect(told(rated, { type: 'state', data: { ...state, state: 'closed' } }).isRated).toBe(true)
  expect(told(rated, { type: 'state', data: { ...state, state: 'waiting' } }).isRated).toBe(false)
})
