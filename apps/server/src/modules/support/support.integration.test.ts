import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { supportLoginPath, supportMessage } from '@candor/api/support'
import { operatorSupportDesk, supportConversation } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { connectChat, drawTicket, logInToChat, openChat, openChatLogin } from './testing/chat-client.ts'
import { linesOf, openSupportWorld, photo } from './testing/support-world.ts'

const world = closeAfterTests(await openSupportWorld())

/** A customer whose conversation an agent has taken. */
async function claimed() {
  const customer = await world.chatting()
  await customer.client.say('Hello')
  const { id } = await world.conversationOf(customer)
  await world.claim(id)
  return { customer, id }
}

describe('the way into the chat', () => {
  it('is a ticket that opens it once, for the customer who drew it', async () => {
    const customer = await world.newCustomer()
    const { mobile, password } = await drawTicket(world.origin, customer.token)
    expect(mobile).toBe(customer.publicId)
    expect(await logInToChat(world.origin, '99999999', password)).toMatchObject({ code: 0, error: 'wrong-credentials' })
    expect(await logInToChat(world.origin, mobile, password)).toMatchObject({ code: 0 })
    const second = await drawTicket(world.origin, customer.token)
    const answer = await logInToChat(world.origin, second.mobile, second.password)
    expect(answer).toMatchObject({
      code: 200,
      data: { id: customer.publicId },
      groups: [{ id: 'support', online: 1 }],
      friends: [],
    })
    expect(await logInToChat(world.origin, second.mobile, second.password)).toMatchObject({ code: 0 })
  })

  it('opens in several tabs at once, but not in any number of them', async () => {
    const customer = await world.newCustomer()
    const tickets = []
    for (let nth = 0; nth < 5; nth += 1) tickets.push(await drawTicket(world.origin, customer.token))
    const answers = []
    for (const { mobile, password } of tickets) answers.push((await logInToChat(world.origin, mobile, password)).code)
    expect(answers).toEqual([0, 200, 200, 200, 200])
  })

  it('ends after a minute', async () => {
    const customer = await world.newCustomer()
    const { mobile, password } = await drawTicket(world.origin, customer.token)
    await world.owner.query('update support.ticket set expires_ms = clock.now_ms()')
    expect(await logInToChat(world.origin, mobile, password)).toMatchObject({
      code: 0,
      msg: 'Wrong account or password',
    })
  })

  it('is open to a disabled account, and nothing else is', async () => {
    const customer = await world.newCustomer(0)
    const { client } = await world.chatting(customer)
    expect((await client.say('Why can I not log in?')).seq).toBe(1)
    const info = await fetch(`${world.origin}/api/user/info`, { method: 'POST', headers: { token: customer.token } })
    expect(await info.json()).toMatchObject({ error: 'account-disabled' })
    client.close()
  })

  it('says who is there before anybody logs in', async () => {
    const { data } = await world.call('api/support/config', {}, null)
    expect(data).toMatchObject({ isOpen: true, agentsOnline: 1, nextOpenMs: null, kefuHost: null })
  })
})

describe('the host of customer service', () => {
  const at = (host: string, path: string, from: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { host, origin: `http://${from}`, 'content-type': 'application/x-www-form-urlencoded' }
      const sent = request(`${world.origin}${path}`, { method: 'POST', headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += String(chunk)))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sent.on('error', reject)
      sent.end('username=1&password=1')
    })
  const upgraded = (path: string, host: string, from: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${world.origin.replace('http', 'ws')}${path}`, {
        headers: { host },
        origin: `http://${from}`,
      })
      socket.on('open', () => (resolve('open'), socket.terminate()))
      socket.on('error', ({ message }) => resolve(message.replace(/\D/g, '')))
    })

  it('is part of the app’s settings, and serves the chat to the app’s pages and nothing else', async () => {
    expect((await at('api.candor.test', '/api/support/config', 'candor.test')).text).toContain(
      '"kefuHost":"kefu.candor.test"',
    )
    expect((await at('kefu.candor.test', supportLoginPath, 'candor.test')).text).toContain('Wrong account or password')
    expect((await at('kefu.candor.test', supportLoginPath, 'evil.test')).status).toBe(403)
    expect((await at('kefu.candor.test', '/chat/api/user.php?act=other', 'candor.test')).status).toBe(400)
    for (const host of ['candor.test', 'api.candor.test', 'console.candor.test'])
      expect((await at(host, supportLoginPath, 'candor.test')).status).not.toBe(200)
    expect((await at('kefu.candor.test', '/api/support/config', 'candor.test')).status).toBe(404)
    expect(await upgraded('/chat/socket', 'kefu.candor.test', 'candor.test')).toBe('open')
    expect(await upgraded('/chat/socket', 'kefu.candor.test', 'evil.test')).toBe('403')
    expect(await upgraded('/chat/socket', 'candor.test', 'candor.test')).toBe('404')
    expect(await upgraded('/ws', 'kefu.candor.test', 'candor.test')).toBe('404')
  })
})

describe('the socket', () => {
  it('takes nothing before a login that is good', async () => {
    const customer = await world.newCustomer()
    const login = await openChatLogin(world.origin, customer.token)
    const client = await connectChat(world.origin)
    client.send({ type: 'message', data: { clientId: randomUUID(), body: { kind: 'text', text: 'Hello' } } })
    expect(await client.next('error')).toMatchObject({ error: 'not-logged-in' })
    for (const wrong of [
      { ...login, id: '1' },
      { ...login, token: 'x'.repeat(43) },
    ]) {
      client.send({ type: 'otherlogin', data: wrong })
      expect(await client.next('error')).toMatchObject({ error: 'not-logged-in' })
    }
    client.send({ type: 'otherlogin', data: login })
    expect(await client.next('otherlogin')).toMatchObject({
      id: customer.publicId,
      state: { state: 'none', newestSeq: 0 },
    })
    client.close()
  })

  it('refuses what it cannot read, and closes on what is too long or too much', async () => {
    const { client, login } = await world.chatting()
    for (const text of [
      '{',
      '[]',
      '{"type":"dance","data":{}}',
      '{"type":"message","data":{"clientId":"1","body":{"kind":"text","text":"x"}}}',
    ]) {
      client.sendRaw(text)
      expect(await client.next('error')).toMatchObject({ error: 'malformed' })
    }
    for (const text of ['', 'x'.repeat(2_001), 'a\u0000b', 'a\u001bb', '\ud800']) {
      client.send({ type: 'message', data: { clientId: randomUUID(), body: { kind: 'text', text } } })
      expect(await client.next('error')).toMatchObject({ error: 'malformed' })
    }
    client.sendRaw('x'.repeat(40_000))
    expect(await client.closed).toBe(1009)
    const flooding = await openChat(world.origin, login)
    for (let count = 0; count < 30; count += 1) flooding.send({ type: 'ping' })
    expect(await flooding.closed).toBe(1008)
  })

  it('is one for each customer: the newer closes the older', async () => {
    const { client, login } = await world.chatting()
    const newer = await openChat(world.origin, login)
    expect(await client.closed).toBe(4002)
    newer.close()
  })

  it('closes when the session ends with which its ticket was drawn', async () => {
    const { client, token, login } = await world.chatting()
    await fetch(`${world.origin}/api/user/logout`, { method: 'POST', headers: { token } })
    expect(await client.closed).toBe(4001)
    const again = await connectChat(world.origin)
    again.send({ type: 'otherlogin', data: login })
    expect(await again.next('error')).toMatchObject({ error: 'not-logged-in' })
    again.close()
  })
})

describe('a conversation', () => {
  it('goes both ways, with typing, read marks, a transfer, a rating, and opens again', async () => {
    const customer = await world.chatting()
    const { client } = customer
    const device =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1'
    client.send({ type: 'setting', data: { language: 'de', device } })
    expect(await client.next('setting')).toMatchObject({ greeting: 'welcome', availability: { isOpen: true } })
    await client.say('Why is my withdrawal still in review?')
    expect(await client.next('state')).toMatchObject({ state: 'waiting', agent: null })
    const { id } = await world.conversationOf(customer)
    const claimed = {
      state: 'answering',
      agent: { name: 'mara', isOwn: true },
      language: 'de',
      device: 'iPhone, Safari',
      unread: 1,
    }
    expect(await world.claim(id)).toMatchObject(claimed)
    expect(await world.call('operator/support_claim', { id }, world.noah)).toMatchObject({
      error: 'already-claimed',
      data: { name: 'mara' },
    })
    expect(await client.next('state')).toMatchObject({
      state: 'answering',
      agent: { name: 'mara', isAssistant: false },
      queue: null,
    })
    await world.call('operator/support_typing', { id, isTyping: 'true' }, world.mara)
    expect(await client.next('typing')).toEqual({ isTyping: true })
    await world.call('operator/support_read', { id, seq: '1' }, world.mara)
    expect(await client.next('read')).toMatchObject({ seq: 1 })
    await world.send(id, 'I looked at it.')
    client.send({ type: 'typing', data: { isTyping: true } })
    client.send({ type: 'read', data: { seq: 4 } })
    await expect
      .poll(() => world.conversationOf(customer))
      .toMatchObject({ customer: { isOnline: true, isTyping: true }, customerReadSeq: 4 })
    expect(
      (await world.call('operator/support_send', { id, clientId: randomUUID(), text: 'x' }, world.noah)).error,
    ).toBe('not-allowed')
    const noahId = (await world.asked('operator/support_desk', {}, operatorSupportDesk.output)).agents.find(
      ({ name }) => name === 'noah',
    )?.operatorId
    expect((await world.call('operator/support_transfer', { id, operatorId: noahId ?? '' }, world.mara)).error).toBe(
      'not-found',
    )
    await world.call('operator/support_duty', { isOnDuty: 'true' }, world.noah)
    await world.asked('operator/support_transfer', { id, operatorId: noahId ?? '' }, supportConversation)
    await world.send(id, 'I take over.', randomUUID(), world.noah)
    await world.asked('operator/support_close', { id }, supportConversation, world.noah)
    await world.call('operator/support_duty', { isOnDuty: 'false' }, world.noah)
    await expect
      .poll(() => client.received.findLast(({ type }) => type === 'state'))
      .toMatchObject({ data: { state: 'closed', mayRate: true } })
    client.send({ type: 'rate', data: { score: 5, comment: 'Quick' } })
    expect(await client.next('rated')).toEqual({ score: 5 })
    client.send({ type: 'rate', data: { score: 1 } })
    expect(await client.next('error')).toMatchObject({ error: 'not-allowed' })
    await client.say('One more thing')
    expect(await world.conversationOf(customer)).toMatchObject({
      id,
      state: 'waiting',
      waitingSinceMs: expect.any(Number),
    })
    client.send({ type: 'history', data: {} })
    const { items, hasMore } = await client.next('history')
    expect(linesOf(items)).toEqual([
      '1 customer Why is my withdrawal still in review?',
      '2 system waiting',
      '3 system agent-joined',
      '4 agent I looked at it.',
      '5 system transferred',
      '6 agent I take over.',
      '7 system closed',
      '8 customer One more thing',
      '9 system waiting',
    ])
    expect(hasMore).toBe(false)
    expect((await world.historyOf(id)).items).toEqual(items)
    const pushed = () => client.received.flatMap((message) => (message.type === 'message' ? [message.data.seq] : []))
    await expect.poll(pushed).toEqual([2, 3, 4, 5, 6, 7, 9])
    client.close()
  })

  it('keeps what comes while nobody is connected, and tells the inbox once', async () => {
    const { customer, id } = await claimed()
    customer.client.close()
    await expect.poll(async () => (await world.conversationOf(customer)).customer?.isOnline).toBe(false)
    await world.send(id, 'First')
    await world.send(id, 'Second')
    const inbox = () => world.call('api/message/list', {}, customer.token)
    expect(await inbox()).toMatchObject({
      data: { items: [{ kind: 'support-reply', thingId: id, details: { agent: 'mara' }, isRead: false }] },
    })
    const unread = async () => (await world.call('api/support/unread', {}, customer.token)).data
    expect(await unread()).toEqual({ count: 2 })
    const client = await openChat(world.origin, customer.login)
    client.send({ type: 'history', data: { afterSeq: 3 } })
    expect(linesOf((await client.next('history')).items)).toEqual(['4 agent First', '5 agent Second'])
    client.send({ type: 'read', data: { seq: 5 } })
    await expect.poll(inbox).toMatchObject({ data: { items: [{ isRead: true }] } })
    expect(await unread()).toEqual({ count: 0 })
    client.close()
  })

  it('counts from the longest wait, and says when somebody waits too long', async () => {
    const [first, second] = [await world.chatting(), await world.chatting()]
    await first.client.say('First')
    await second.client.say('Second')
    const before = await world.asked('operator/support_desk', {}, operatorSupportDesk.output)
    const places = [first, second].map(({ publicId }) =>
      before.queue.findIndex(({ customer }) => customer?.publicId === publicId),
    )
    expect(places[1]).toBe((places[0] ?? 0) + 1)
    const state = await second.client.next('state')
    expect(state.queue?.position).toBe((places[1] ?? 0) + 1)
    await world.claim((await world.conversationOf(first)).id)
    expect((await second.client.next('state')).queue?.position).toBe(places[1])
    await world.owner.query(
      'update support.conversation set waiting_since_ms = clock.now_ms() - 200000 where customer_id = $1',
      [second.customerId],
    )
    expect(await world.conversationOf(second)).toMatchObject({ isOverdue: true })
    for (const { client } of [first, second]) client.close()
  })
})

describe('exactly once', () => {
  it('a hundred sendings of one message at once are one message', async () => {
    const { customerId, client } = await world.chatting()
    const clientId = randomUUID()
    const draft = JSON.stringify({ kind: 'text', text: 'Once' })
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () =>
        world.app.query<{ outcome: string; seq: number }>('select outcome, seq from support.post($1, $2, $3)', [
          customerId,
          clientId,
          draft,
        ]),
      ),
    )
    expect(outcomes.filter(({ rows }) => rows[0]?.outcome === 'posted')).toHaveLength(1)
    expect(outcomes.every(({ rows }) => rows[0]?.seq === 1)).toBe(true)
    // As after a cut between the storing and the acknowledging.
    expect((await client.say('Once', clientId)).seq).toBe(1)
    client.send({ type: 'message', data: { clientId, body: { kind: 'text', text: 'Other' } } })
    expect(await client.next('refused')).toMatchObject({ clientId, error: 'conflict' })
    client.close()
  })

  it('holds for agents as well, and for photos', async () => {
    const { customer, id } = await claimed()
    const clientId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.send(id, 'Once', clientId)))
    expect(new Set(answers.map(({ seq }) => seq)).size).toBe(1)
    expect((await world.call('operator/support_send', { id, clientId, text: 'Other' }, world.mara)).error).toBe(
      'conflict',
    )
    const imageClientId = randomUUID()
    const sendImage = async (bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData()
      form.set('id', id)
      form.set('clientId', imageClientId)
      form.set('photo', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
      const response = await fetch(`${world.consoleOrigin}/operator/support_send_image`, {
        method: 'POST',
        body: form,
        headers: { token: world.mara },
      })
      return z.parse(z.object({ error: z.optional(z.string()), data: z.unknown() }), await response.json())
    }
    const bytes = new Uint8Array(await photo())
    const first = z.parse(supportMessage, (await sendImage(bytes)).data)
    expect(z.parse(supportMessage, (await sendImage(bytes)).data).seq).toBe(first.seq)
    expect((await sendImage(new Uint8Array([...bytes, 0]))).error).toBe('conflict')
    customer.client.close()
  })

  it('numbers what many send at once without a gap', async () => {
    const { customerId, client, login } = await world.chatting()
    const send = (count: number) =>
      world.app.query('select support.post($1, $2, $3)', [
        customerId,
        randomUUID(),
        JSON.stringify({ kind: 'text', text: `m${count}` }),
      ])
    await Promise.all(Array.from({ length: 40 }, (_, count) => send(count)))
    const again = await openChat(world.origin, login)
    again.send({ type: 'history', data: { limit: 100 } })
    const { items } = await again.next('history')
    expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
    for (let count = 40; count < 60; count += 1) await send(count)
    again.send({ type: 'message', data: { clientId: randomUUID(), body: { kind: 'text', text: 'too much' } } })
    expect(await again.next('refused')).toMatchObject({ error: 'frequent-operations' })
    client.close()
    again.close()
  })
})

describe('what is somebody else’s', () => {
  it('is no photo and no thing of one’s own', async () => {
    const [owner, stranger] = [await world.chatting(), await world.chatting()]
    const uploaded = await world.upload(owner.login.token, new Uint8Array(await photo()))
    if (uploaded.code !== 200) throw new Error(uploaded.msg)
    const { imageId } = uploaded.data
    stranger.client.send({ type: 'message', data: { clientId: randomUUID(), body: { kind: 'image', imageId } } })
    expect(await stranger.client.next('refused')).toMatchObject({ error: 'not-found' })
    stranger.client.send({
      type: 'message',
      data: { clientId: randomUUID(), body: { kind: 'thing', thing: 'withdrawal', id: '1' } },
    })
    expect(await stranger.client.next('refused')).toMatchObject({ error: 'not-found' })
    owner.client.send({ type: 'message', data: { clientId: randomUUID(), body: { kind: 'image', imageId } } })
    expect(await owner.client.next('ack')).toMatchObject({
      message: { body: { kind: 'image', imageId, widthPx: 320, heightPx: 200 } },
    })
    const shown = await world.image(owner.login.token, imageId)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(await world.imageStatus(stranger.login.token, imageId)).toBe(404)
    expect(await world.imageStatus(owner.token, imageId)).toBe(408)
    const { id } = await world.conversationOf(owner)
    const viewed = () =>
      world.owner.query(`select from audit.entry where action = 'support.photo-viewed' and subject = $1`, [
        `conversation:${id}`,
      ])
    expect((await world.call('operator/support_image', { id, imageId }, world.mara)).status).toBe(200)
    expect((await viewed()).rowCount).toBe(1)
    expect(
      (await world.call('operator/support_image', { id: (BigInt(id) + 1n).toString(), imageId }, world.mara)).error,
    ).toBe('not-found')
    expect(await world.upload(owner.login.token, new Uint8Array(Buffer.from('not a photo')))).toMatchObject({
      code: 0,
      error: 'photo-invalid',
    })
    for (const { client } of [owner, stranger]) client.close()
  })

  it('is recorded where an agent opens a conversation that is not theirs', async () => {
    const customer = await world.chatting()
    await customer.client.say('Hello')
    const { id } = await world.conversationOf(customer)
    await world.historyOf(id, world.noah)
    await world.historyOf(id, world.noah)
    await world.claim(id)
    await world.historyOf(id)
    const { rows } = await world.owner.query<{ actor: string }>(
      `select actor from audit.entry where action = 'support.conversation-viewed' and subject = $1`,
      [`conversation:${id}`],
    )
    expect(rows).toEqual([{ actor: 'noah' }])
    customer.client.close()
  })

  it('cannot be written, changed or taken back by the application itself', async () => {
    for (const attack of [
      `update support.message set body = '{"kind":"text","text":"changed"}'`,
      'delete from support.message',
      `insert into support.message (conversation_id, seq, at_ms, sender, body)
        values (1, 99, 1, 'system', '{"kind":"event"}')`,
      `update support.conversation set state = 'closed', operator_id = null`,
      'update support.image set customer_id = 1',
      'delete from support.image',
      'delete from support.note',
      `insert into support.rating values (1, 1, 5, '', 1, null)`,
      `select support.append(1, 'agent', 1, gen_random_uuid(), '{"kind":"text","text":"forged"}')`,
      `select support.add_event(1, 'closed', 1)`,
    ])
      await expect(world.app.query(attack)).rejects.toThrow('permission denied')
    await expect(world.owner.query('delete from support.message')).rejects.toThrow('what was written stays')
    await expect(world.app.query(`select support.claim('nobody', 1)`)).rejects.toMatchObject({ code: 'CO001' })
  })
})

describe('the desk', () => {
  it('keeps notes and canned replies, and finds words', async () => {
    const customer = await world.chatting()
    const word = `pelican-${randomUUID().slice(0, 8)}`
    await customer.client.say(`About the 100% ${word}`)
    const { id } = await world.conversationOf(customer)
    expect((await world.call('operator/support_note_add', { id, text: 'Calm person' }, world.mara)).error).toBeNull()
    const page = z.object({ items: z.array(supportConversation), nextCursor: z.nullable(z.string()) })
    expect(
      (await world.asked('operator/support_list', { text: `100% ${word}` }, page)).items.map((found) => found.id),
    ).toEqual([id])
    expect((await world.asked('operator/support_list', { text: `${word}_` }, page)).items).toEqual([])
    const first = await world.asked('operator/support_list', { limit: '1' }, page)
    expect(
      (await world.asked('operator/support_list', { limit: '1', cursor: first.nextCursor ?? '' }, page)).items[0]?.id,
    ).not.toBe(first.items[0]?.id)
    expect((await world.call('operator/support_conversation', { id }, world.mara)).data).toMatchObject({
      notes: [{ operator: 'mara', text: 'Calm person' }],
    })
    const added = await world.asked(
      'operator/support_canned_add',
      { title: 'Hello', text: 'Hello, how can I help?' },
      z.object({ id: z.string() }),
    )
    await world.asked(
      'operator/support_canned_change',
      { id: added.id, title: 'Hi', text: 'Hi!', language: 'en' },
      z.unknown(),
    )
    expect((await world.call('operator/support_canned', {}, world.noah)).data).toMatchObject({
      items: [{ title: 'Hi', language: 'en', text: 'Hi!' }],
    })
    await world.asked('operator/support_canned_remove', { id: added.id }, z.null())
    expect((await world.call('operator/support_canned_remove', { id: added.id }, world.mara)).error).toBe('not-found')
    customer.client.close()
  })

  it('has hours in its own time zone, which leads set', async () => {
    const lead = world.as('lead')
    const change = (hours: object) =>
      world.call('operator/support_settings_change', { hours: JSON.stringify(hours), alarmMs: '60000' }, lead)
    expect((await change({ timeZone: 'Mars/Olympus', days: [] })).error).toBe('invalid')
    expect((await change({ timeZone: 'Europe/Berlin', days: [{ day: 1, from: '10:00', until: '09:00' }] })).error).toBe(
      'invalid',
    )
    const sunday = [
      { day: 7, from: '13:00', until: '18:00' },
      { day: 7, from: '09:00', until: '13:01' },
    ]
    expect(await change({ timeZone: 'UTC', days: sunday })).toMatchObject({
      error: 'invalid',
      data: { hours: 'too-small' },
    })
    const touching = [sunday[0], { day: 7, from: '09:00', until: '13:00' }, { day: 6, from: '09:00', until: '18:00' }]
    expect((await change({ timeZone: 'UTC', days: touching })).error).toBeNull()
    await expect(world.owner.query('update support.setting set days = $1', [JSON.stringify(sunday)])).rejects.toThrow(
      'hours_are_apart',
    )
    await change({ timeZone: 'America/New_York', days: [{ day: 1, from: '09:00', until: '17:00' }] })
    const { data } = await world.call('operator/support_settings', {}, world.mara)
    expect(data).toMatchObject({
      hours: { timeZone: 'America/New_York' },
      alarmMs: 60_000,
      changed: { operator: 'only-lead' },
    })
    const openAt = async (iso: string) => {
      const { rows } = await world.app.query<{ open: boolean; next: bigint }>(
        'select support.is_open($1) as open, support.next_open_ms($1) as next',
        [Date.parse(iso)],
      )
      return [rows[0]?.open, new Date(Number(rows[0]?.next)).toISOString()]
    }
    // Monday, 9:00 in New York: 13:00 UTC in summer, 14:00 in winter.
    expect(await openAt('2026-07-06T12:59:59Z')).toEqual([false, '2026-07-06T13:00:00.000Z'])
    expect(await openAt('2026-07-06T13:00:00Z')).toEqual([true, '2026-07-13T13:00:00.000Z'])
    expect(await openAt('2026-07-06T21:00:00Z')).toEqual([false, '2026-07-13T13:00:00.000Z'])
    expect(await openAt('2026-12-07T14:00:00Z')).toEqual([true, '2026-12-14T14:00:00.000Z'])
    await change({
      timeZone: 'UTC',
      days: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', until: '24:00' })),
    })
  })
})

describe('the sandbox assistant', () => {
  it('replies in its own name while no agent is on duty, and not once one is', async () => {
    await world.call('operator/support_duty', { isOnDuty: 'false' }, world.mara)
    const { client } = await world.chatting()
    client.send({ type: 'setting', data: { language: 'zh', device: 'Phone' } })
    expect(await client.next('setting')).toMatchObject({ greeting: 'assistant' })
    await client.say('Is anybody there?')
    const answer = async () => {
      for (;;) {
        const message = await client.next('message')
        if (message.from === 'assistant') return message
      }
    }
    expect(await answer()).toMatchObject({
      agent: { isAssistant: true },
      body: { kind: 'text', text: expect.stringContaining('自动回复') },
    })
    await client.say('And now?')
    expect(await answer()).toMatchObject({ body: { text: expect.stringContaining('自动回复：') } })
    await world.call('operator/support_duty', { isOnDuty: 'true' }, world.mara)
    const { seq } = await client.say('Hello person')
    const { rows } = await world.app.query<{ answered: boolean }>(
      'select support.assist(conversation_id, $1, $2, true) as answered from support.message where body ->> $3 = $4',
      [seq, 'no', 'text', 'Hello person'],
    )
    expect(rows).toEqual([{ answered: false }])
    client.close()
  })

  it('notifies a customer who left the chat, once for each reply', async () => {
    await world.call('operator/support_duty', { isOnDuty: 'false' }, world.mara)
    const customer = await world.chatting()
    const notices = await world.listen(customer.token)
    await customer.client.say('Is anybody there?')
    customer.client.close()
    await expect.poll(() => notices).toHaveLength(1)
    const { id } = await world.conversationOf(customer)
    expect(notices).toEqual([{ kind: 'message', id, state: 'support-reply' }])

    const draft = JSON.stringify({ kind: 'text', text: 'And now?' })
    const { rows } = await world.app.query<{ seq: number }>('select seq from support.post($1, $2, $3)', [
      customer.customerId,
      randomUUID(),
      draft,
    ])
    const assist = () =>
      world.app.query('select support.assist($1, $2, $3, false) as answered', [id, rows[0]?.seq, 'Automatic answer'])
    const answered = (await Promise.all(Array.from({ length: 20 }, assist))).flatMap((result) => result.rows)
    expect(answered.filter((row: { answered: boolean }) => row.answered)).toHaveLength(1)
    expect((await world.call('api/support/unread', {}, customer.token)).data).toEqual({ count: 2 })
    expect(await world.call('api/message/list', {}, customer.token)).toMatchObject({
      data: { items: [{ kind: 'support-reply', thingId: id, isRead: false }] },
    })
    expect(notices).toHaveLength(1)
    await world.call('operator/support_duty', { isOnDuty: 'true' }, world.mara)
  })
})
