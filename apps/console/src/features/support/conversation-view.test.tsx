// @vitest-environment happy-dom
import { operatorMe } from '@candor/api/operator'
import {
  operatorSupportClaim,
  operatorSupportHistory,
  operatorSupportRead,
  operatorSupportSend,
} from '@candor/api/operator/support'
import type { SupportConversation } from '@candor/api/operator/support'
import type { SupportMessage } from '@candor/api/support'
import { describe, expect, it } from 'vitest'
import { noonMs, operatorWith } from '../../testing/fixtures.ts'
import { losing, on, openView, refusing } from '../../testing/open-view.tsx'
import type { PlayedServer } from '../../testing/open-view.tsx'
import { aConversation } from './conversation-fixture.ts'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'

const agent = { operatorId: '7', name: 'Ada', isOwn: true }

/** Each test has a conversation of its own: messages on their way outlive a view. */
const conversation = (id: string, changed: Partial<SupportConversation> = {}) =>
  aConversation({ id, agent, ...changed })

const text = (seq: number, from: SupportMessage['from'], words: string): SupportMessage => ({
  seq,
  atMs: noonMs,
  from,
  agent: from === 'agent' ? { id: '7', name: 'Ada', isAssistant: false } : null,
  clientId: null,
  body: { kind: 'text', text: words },
})

const messages = [text(1, 'customer', 'Where is my money?'), text(2, 'agent', 'On its way.')]

function openConversation(shown: SupportConversation, more: PlayedServer = {}) {
  return openView(<ConversationView conversation={shown} agentDeskUpdatedAt={0} />, {
    ...on(operatorMe, operatorWith('support')),
    ...on(operatorSupportHistory, { items: messages, hasMore: false }),
    ...on(operatorSupportRead, null),
    ...more,
  })
}

describe('a conversation', () => {
  it('shows its customer, its messages and which of them were read', async () => {
    const page = await openConversation(conversation('1'))
    await page.says('Account 204 118', 'German · online', 'yours', 'Where is my money?', 'Customer, 1 Mar, 12:00')
    await page.says('On its way.Ada, 1 Mar, 12:00 · read')
  })

  it('does not say that the customer read a message before it was', async () => {
    const page = await openConversation(conversation('2', { customerReadSeq: 1 }))
    await page.says('On its way.')
    expect(page.text()).not.toContain('· read')
  })

  it('reports to the customer how far the agent has read', async () => {
    const page = await openConversation(conversation('3', { agentReadSeq: 0 }))
    await page.says('On its way.')
    expect(page.sent(operatorSupportRead)).toEqual([{ id: '3', seq: '2' }])
  })

  it('that waits is taken before it can be answered', async () => {
    const waiting = conversation('4', { state: 'waiting', agent: null, agentReadSeq: 0 })
    const page = await openConversation(waiting, on(operatorSupportClaim, waiting))
    await page.says('No agent has this conversation.')
    expect(page.find('button', 'Send')).toBeNull()
    await page.key('c')
    expect(page.sent(operatorSupportClaim)).toEqual([{ id: '4' }])
    expect(page.sent(operatorSupportRead)).toEqual([])
  })

  it('of another agent can be read, but neither taken nor answered', async () => {
    const page = await openConversation(
      conversation('5', { agent: { operatorId: '8', name: 'Grace', isOwn: false }, agentReadSeq: 0 }),
    )
    await page.says('with Grace', 'Grace has this conversation.')
    await page.key('c')
    expect([page.find('button', 'Take it'), page.find('button', 'Send')]).toEqual([null, null])
    expect(page.sent(operatorSupportClaim)).toEqual([])
    expect(page.sent(operatorSupportRead)).toEqual([])
  })

  it('shows that the customer is writing', async () => {
    const { customer } = conversation('6')
    if (customer === null) throw new Error('it is a customer')
    const page = await openConversation(conversation('6', { customer: { ...customer, isTyping: true } }))
    await page.says('The customer is writing …')
    expect(page.find('button', 'Send a photo')).not.toBeNull()
  })

  it('of a visitor says so, and takes texts only', async () => {
    const page = await openConversation(conversation('9', { customer: null, visitor: { isOnline: true } }))
    await page.says('Visitor 9', 'German · online', 'Where is my money?', 'Visitor, 1 Mar, 12:00')
    expect(page.text()).not.toContain('Account')
    expect(page.find('button', 'Send')).not.toBeNull()
    expect(page.find('button', 'Send a photo')).toBeNull()
  })

  it('shows an answer at once, and keeps it where the server is away', async () => {
    const page = await openConversation(conversation('7'), losing(operatorSupportSend))
    await page.says('On its way.')
    await page.type('Your answer', 'Tomorrow at noon.')
    await page.press('button', 'Send')
    await page.says('Tomorrow at noon.', 'Not sent yet: No response from the server. It is resent automatically.')
    expect(page.sent(operatorSupportSend)).toMatchObject([{ id: '7', text: 'Tomorrow at noon.' }])
  })

  it('that did not load says so', async () => {
    const page = await openConversation(
      conversation('8'),
      refusing(operatorSupportHistory, 'system-error', 'System error'),
    )
    await page.says('This didn’t load')
  })
})

describe('a list of conversations', () => {
  const openList = (items: readonly SupportConversation[]) =>
    openView(
      <ConversationList title="Waiting" none="Nobody waits." items={items} openId="1" nowMs={noonMs + 180_000} />,
      {},
    )

  it('says how long each customer waits, and what is unread', async () => {
    const page = await openList([
      conversation('1', { waitingSinceMs: noonMs, unread: 2, lastMessage: messages[0] ?? null }),
    ])
    await page.says('Waiting, 1', 'Waits for 3 min', 'Where is my money?', '2 unread messages', 'German')
  })

  it('names a wait beyond the alarm', async () => {
    const page = await openList([conversation('1', { waitingSinceMs: noonMs, isOverdue: true })])
    await page.says('Waits too long: 3 min')
  })

  it('says that nobody waits', async () => {
    const page = await openList([])
    await page.says('Waiting, 0', 'Nobody waits.')
  })
})
