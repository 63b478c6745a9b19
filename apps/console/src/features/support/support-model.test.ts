import type { SupportConversation } from '@candor/api/operator/support'
import type { SupportMessage } from '@candor/api/support'
import { describe, expect, it } from 'vitest'
import {
  repliesFor,
  knownUpTo,
  mergedMessages,
  newlyWaiting,
  nextToReply,
  overdueCount,
  waitParts,
} from './support-model.ts'

const message = (seq: number): SupportMessage => ({
  seq,
  atMs: seq,
  from: 'customer',
  agent: null,
  clientId: null,
  body: { kind: 'text', text: String(seq) },
})

const conversation = (id: string, waitingSinceMs: number | null, isOverdue = false): SupportConversation => ({
  id,
  customer: { id, publicId: id, kycState: 'none', isEnabled: true, isOnline: true, isTyping: false },
  visitor: null,
  state: 'answering',
  agent: null,
  language: null,
  device: null,
  openedMs: 0,
  waitingSinceMs,
  isOverdue,
  newestSeq: 1,
  unread: 0,
  agentReadSeq: 0,
  customerReadSeq: 0,
  lastMessage: null,
  rating: null,
})

it('names each new conversation of the queue once, and none of the first reading', () => {
  const queue = [conversation('1', 5), conversation('2', 6)]
  expect(newlyWaiting(null, queue)).toEqual([])
  expect(newlyWaiting(new Set(['1']), queue)).toEqual(['2'])
  expect(newlyWaiting(new Set(['1', '2', '3']), queue)).toEqual([])
})

it('keeps messages in their order, each once', () => {
  expect(mergedMessages([message(2), message(3)], [message(3), message(1)]).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

it('knows up to where no message is missing', () => {
  expect(knownUpTo([])).toBe(0)
  expect(knownUpTo([4, 5, 6].map(message))).toBe(6)
  expect(knownUpTo([4, 5, 8].map(message))).toBe(5)
})

describe('the next conversation', () => {
  it('is the own one that waits longest, then the queue', () => {
    const own = [conversation('1', 300), conversation('2', 100), conversation('3', null)]
    const queue = [conversation('4', 50)]
    expect(nextToReply({ own, queue }, null)).toBe('2')
    expect(nextToReply({ own, queue }, '2')).toBe('1')
    expect(nextToReply({ own: [conversation('3', null)], queue }, null)).toBe('4')
  })

  it('is none where nobody else waits', () => {
    expect(nextToReply({ own: [conversation('1', 5), conversation('3', null)], queue: [] }, '1')).toBeNull()
  })
})

describe('canned replies', () => {
  const answers = [
    { id: '1', title: 'Hours', language: 'en', text: 'We are here from nine.' },
    { id: '2', title: 'Öffnungszeiten', language: 'de', text: 'Wir sind ab neun da. Hours' },
    { id: '3', title: 'Hours, short', language: null, text: '9-17' },
  ]

  it('are asked for by a slash at the beginning, and found by title and text, those of the language first', () => {
    expect(repliesFor(answers, '/hours', 'de')?.map(({ id }) => id)).toEqual(['2', '3', '1'])
    expect(repliesFor(answers, '/', 'en')).toHaveLength(3)
    expect(repliesFor(answers, '/nothing', 'en')).toEqual([])
  })

  it('are not asked for by a slash in a text', () => {
    expect(repliesFor(answers, 'and/or', 'en')).toBeNull()
    expect(repliesFor(answers, '/\nline', 'en')).toBeNull()
  })
})

it('tells a wait in the unit that fits it', () => {
  expect([waitParts(-5), waitParts(119_999), waitParts(120_000), waitParts(7_200_000)]).toEqual([
    { unit: 'seconds', count: 0 },
    { unit: 'seconds', count: 119 },
    { unit: 'minutes', count: 2 },
    { unit: 'hours', count: 2 },
  ])
})

it('counts who waits too long', () => {
  expect(overdueCount([conversation('1', 1, true), conversation('2', 1)])).toBe(1)
})
