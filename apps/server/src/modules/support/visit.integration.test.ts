import { randomUUID } from 'node:crypto'
import { captchaCreate } from '@candor/api'
import { operatorSupportDesk, supportConversation } from '@candor/api/operator'
import { supportMessage, supportVisit, supportVisitBegin } from '@candor/api/support'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { solveWork } from '../../../test/identity-fixture.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { linesOf, openSupportWorld, photo } from './testing/support-world.ts'

const world = closeAfterTests(await openSupportWorld())

const call = (path: string, form: Readonly<Record<string, string>>, token: string | null = null) =>
  world.call(`api/support/${path}`, form, token)

async function proof(): Promise<string> {
  const { data } = await world.call('api/captcha/create', {}, null)
  return solveWork(z.parse(captchaCreate.output, data).challenge)
}

async function begin(): Promise<string> {
  return z.parse(supportVisitBegin.output, (await call('visit_begin', { altcha: await proof() })).data).visit
}

async function look(visit: string, form: Readonly<Record<string, string>> = {}) {
  const { error, data } = await call('visit', { visit, ...form })
  if (error !== null) throw new Error(error)
  return z.parse(supportVisit.output, data)
}

const send = (visit: string, text: string, clientId: string = randomUUID()) =>
  call('visit_send', { visit, clientId, text })
const say = async (visit: string, text: string) => z.parse(supportMessage, (await send(visit, text)).data)

/** The visitor's conversation with this text, as the desk lists it. */
async function listed(text: string) {
  const page = z.object({ items: z.array(supportConversation) })
  const { items } = await world.asked('operator/support_list', { text }, page)
  if (items[0] === undefined) throw new Error('there is no conversation')
  return items[0]
}

describe('a visitor', () => {
  it('sees who answers before there is a conversation', async () => {
    expect((await call('visit', {})).data).toMatchObject({
      setting: { greeting: 'welcome', availability: { agentsOnline: 1, keptDays: 30 } },
      state: { state: 'none' },
      items: [],
    })
  })

  it('begins with a solved captcha only, once for each', async () => {
    expect((await call('visit_begin', {})).error).toBe('captcha-required')
    expect((await call('visit_begin', { altcha: 'bm90aGluZw==' })).error).toBe('wrong-captcha')
    const altcha = await proof()
    expect((await call('visit_begin', { altcha })).error).toBeNull()
    expect((await call('visit_begin', { altcha })).error).toBe('wrong-captcha')
  })

  it('waits in the queue of customers, marked, without an account, and is answered', async () => {
    const visit = await begin()
    await say(visit, 'May a visitor have a code?')
    const desk = await world.asked('operator/support_desk', {}, operatorSupportDesk.output)
    expect(desk.queue).toContainEqual(expect.objectContaining({ customer: null, visitor: { isOnline: false } }))
    const { id } = await listed('May a visitor have a code?')
    expect((await look(visit)).state).toMatchObject({ state: 'waiting', queue: { position: 1 } })
    expect((await listed('May a visitor have a code?')).visitor).toEqual({ isOnline: true })

    await world.claim(id)
    await world.send(id, 'Here you are.')
    const seen = await look(visit, { afterSeq: '1', readSeq: '1' })
    expect(linesOf(seen.items)).toEqual(['2 system waiting', '3 system agent-joined', '4 agent Here you are.'])
    await world.call('operator/support_read', { id, seq: '4' }, world.mara)
    await look(visit, { afterSeq: '4', readSeq: '9' })
    expect(await listed('May a visitor have a code?')).toMatchObject({ agentReadSeq: 4, customerReadSeq: 4 })
    expect((await look(visit, { afterSeq: '4' })).state).toMatchObject({ agentReadSeq: 4, agent: { name: 'mara' } })

    await world.call('operator/support_close', { id }, world.mara)
    expect((await look(visit)).state).toMatchObject({ state: 'closed', mayRate: false })
    expect((await say(visit, 'One more thing')).seq).toBe(6)
    expect((await listed('One more thing')).state).toBe('waiting')
    expect((await world.call('operator/support_conversation', { id }, world.mara)).data).toMatchObject({
      registeredMs: null,
    })
  })

  it('gets texts only', async () => {
    const visit = await begin()
    await say(visit, 'A photo, please')
    const { id } = await listed('A photo, please')
    await world.claim(id)
    const form = new FormData()
    form.set('id', id)
    form.set('clientId', randomUUID())
    form.set('photo', new File([new Uint8Array(await photo())], 'photo.jpg', { type: 'image/jpeg' }))
    const answer = await fetch(`${world.consoleOrigin}/operator/support_send_image`, {
      method: 'POST',
      body: form,
      headers: { token: world.mara },
    })
    expect(await answer.json()).toMatchObject({ error: 'not-allowed' })
    expect(await world.upload(visit, new Uint8Array(await photo()))).toMatchObject({ error: 'not-logged-in' })
    const imageId = 'f'.repeat(32)
    await world.owner.query(
      `insert into support.image (image_id, operator_id, object_id, digest, width_px, height_px, created_ms)
       select $1, operator_id, $2, sha256('x'), 1, 1, clock.now_ms() from operator.account where name = 'mara'`,
      [imageId, 'f'.repeat(48)],
    )
    const draft = JSON.stringify({ kind: 'image', imageId })
    const refused = await world.app.query('select outcome from support.answer($1, $2, $3, $4, true)', [
      world.mara,
      id,
      randomUUID(),
      draft,
    ])
    expect(refused.rows).toEqual([{ outcome: 'not-allowed' }])
    await world.owner.query('delete from support.image where image_id = $1', [imageId])
  })
})

describe('the token of a visitor', () => {
  it('opens one conversation, and nothing else', async () => {
    const [one, other] = [await begin(), await begin()]
    await say(one, 'The first visitor')
    await say(other, 'The second visitor')
    expect(linesOf((await look(other)).items)).toEqual(['1 customer The second visitor', '2 system waiting'])
    for (const wrong of ['A'.repeat(43), world.mara]) {
      expect((await call('visit', { visit: wrong })).error).toBe('visit-ended')
      expect((await send(wrong, 'Hello')).error).toBe('visit-ended')
    }
    expect((await call('visit', { visit: 'short' })).error).toBe('invalid')
    const customer = await world.newCustomer()
    expect((await call('visit', { visit: customer.token })).error).toBe('visit-ended')
    for (const path of ['user/info', 'support/unread', 'index/kefu_user'])
      expect((await world.call(`api/${path}`, {}, one)).error).toBe('not-logged-in')
    expect(await world.imageStatus(one, 'f'.repeat(32))).toBe(408)
    const { rows } = await world.owner.query<{ hashes: number }>(
      `select count(*)::int as hashes from support.visit where encode(token_hash, 'escape') like '%' || $1 || '%'`,
      [one],
    )
    expect(rows).toEqual([{ hashes: 0 }])
  })

  it('sends each message once, within bounds', async () => {
    const visit = await begin()
    const clientId = randomUUID()
    const [first, again] = [await send(visit, 'Once', clientId), await send(visit, 'Once', clientId)]
    expect(again.data).toEqual(first.data)
    expect((await send(visit, 'Twice', clientId)).error).toBe('conflict')
    expect((await send(visit, 'x'.repeat(2_001))).error).toBe('invalid')
    expect((await send(visit, '  ')).error).toBe('invalid')
    // In one statement, because the machine may be slow: all within a minute.
    const { rows } = await world.app.query<{ outcome: string }>(
      `select p.outcome from generate_series(1, 30) as n,
         lateral support.post_visit(sha256($1::text::bytea), gen_random_uuid(), 'More ' || n) as p order by n`,
      [visit],
    )
    const outcomes = rows.map(({ outcome }) => outcome)
    expect(outcomes.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 'posted'))
    expect(outcomes.slice(20)).toEqual(Array.from({ length: 10 }, () => 'frequent-operations'))
    expect((await send(visit, 'Once', clientId)).data).toEqual(first.data)
  })
})

describe('the queue', () => {
  it('has a hundred places for visitors, and customers are seen beside them', async () => {
    const before = await begin()
    await world.owner.query(
      `insert into support.conversation (state, opened_ms, last_ms, waiting_since_ms)
       select 'waiting', 1, 1, 1 from generate_series(1, 100)`,
    )
    try {
      expect((await call('visit_begin', { altcha: await proof() })).error).toBe('visits-full')
      expect((await send(before, 'Me, too')).error).toBe('visits-full')
      const { client, publicId } = await world.chatting()
      await client.say('A customer')
      const desk = await world.asked('operator/support_desk', {}, operatorSupportDesk.output)
      expect(desk.queue.map(({ customer }) => customer?.publicId)).toContain(publicId)
      client.close()
    } finally {
      await world.owner.query('delete from support.conversation where opened_ms = 1')
    }
    expect((await send(before, 'Me, too')).error).toBeNull()
  })

  it('takes 300 new visitors an hour', async () => {
    await world.owner.query(
      `with added as (
         insert into support.conversation (state, opened_ms, last_ms) select 'closed', 2, 2 from generate_series(1, 300)
         returning conversation_id)
       insert into support.visit select conversation_id, sha256(conversation_id::text::bytea), clock.now_ms(), 1 from added`,
    )
    expect((await call('visit_begin', { altcha: await proof() })).error).toBe('visits-full')
    await world.owner.query('update support.visit set begun_ms = 1 where expires_ms = 1')
    expect((await call('visit_begin', { altcha: await proof() })).error).toBeNull()
  })
})

describe('the sandbox assistant', () => {
  it('answers a visitor in the language of the page', async () => {
    await world.call('operator/support_duty', { isOnDuty: 'false' }, world.mara)
    const { data } = await world.call('api/support/visit_begin', { altcha: await proof() }, null, 'zh')
    const { visit } = z.parse(supportVisitBegin.output, data)
    await say(visit, 'Is anybody there?')
    await expect
      .poll(async () => (await look(visit)).items.find(({ from }) => from === 'assistant'))
      .toMatchObject({ body: { text: expect.stringContaining('自动回复') } })
    await world.call('operator/support_duty', { isOnDuty: 'true' }, world.mara)
  })
})

describe('the public record of waits', () => {
  it('counts customers, and leaves visitors out', async () => {
    const waits = async () => {
      const { rows } = await world.owner.query<{ late: bigint }>('select support.late_answers(-100000) as late')
      return Number(rows[0]?.late)
    }
    const before = await waits()
    await say(await begin(), 'Does this wait count?')
    expect(await waits()).toBe(before)
    const { client } = await world.chatting()
    await client.say('And this one?')
    expect(await waits()).toBe(before + 1)
    client.close()
  })
})
