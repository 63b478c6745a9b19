import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dayMs } from '@candor/formulas'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createPhotos } from '../../platform/photos/index.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openDepositWorld } from '../deposit/testing/deposit-world.ts'
import { openVoucherDeposits, voucherForm } from '../deposit/testing/voucher-deposits.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { introduce, rateConversation, readConversation } from './conversation-store.ts'
import { addNote, claimConversation, closeConversation, findConversation, listConversations } from './desk-store.ts'
import { answerMessage, postMessage, postVisitorMessage, readMessages } from './message-store.ts'
import { createChatPhotos } from './photo-service.ts'
import { forgetDue } from './retention-store.ts'
import { beginVisit, endVisits, lookVisit } from './visit-store.ts'

const [twice, once, waiting, inQuestion] = [1n, 2n, 3n, 4n]

const world = closeAfterTests(await openDepositWorld(await testDatabase(), { price: 100n }))
for (const customerId of [twice, once, waiting, inQuestion]) await world.register(customerId)
const pool = world.ledger.app
const kept = await openVoucherDeposits(pool)
const photos = createChatPhotos({ pool, photos: createPhotos(), vault: kept.vault })
const { rows } = await world.ledger.app.query<{ now_ms: bigint }>('select clock.now_ms() as now_ms')
const beganMs = Number(rows[0]?.now_ms)
afterAll(() => kept.removeFolder())

const onDay = (day: number) =>
  world.ledger.owner.query('update clock.setting set virtual_now_ms = $1', [beganMs + day * dayMs])
const say = (customerId: bigint, body: Parameters<typeof postMessage>[2]['body']) =>
  postMessage(world.ledger.app, customerId, { clientId: randomUUID(), body })
const photo = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
const idOf = async (customerId: bigint) => (await readConversation(world.ledger.app, customerId))?.conversationId ?? 0n
const seqsOf = async (customerId: bigint) =>
  (await readMessages(world.ledger.app, await idOf(customerId), { beforeSeq: null, afterSeq: null, limit: 100 })).map(
    ({ seq }) => seq,
  )
const countOf = async (table: string) => (await world.ledger.owner.query(`select from ${table}`)).rowCount
const objects = async () =>
  (await readdir(kept.folder, { recursive: true })).filter(
    (name) => name.startsWith('keys/') && /[0-9a-f]{48}$/.test(name),
  ).length

/** One conversation from a question with a photo to its rating: messages 1 to 5 the first time. */
async function conversation(customerId: bigint, secret: string): Promise<void> {
  const { app } = world.ledger
  await introduce(app, customerId, { language: 'de', device: 'Phone' })
  const stored = await photos.store({ customerId }, await photo(320))
  if (!stored.ok) throw new Error(stored.error)
  await say(customerId, { kind: 'image', imageId: stored.value.imageId })
  const conversationId = await idOf(customerId)
  await claimConversation(app, secret, conversationId)
  await answerMessage(app, secret, {
    conversationId,
    clientId: randomUUID(),
    body: { kind: 'text', text: 'Hello' },
    isThere: true,
  })
  await addNote(app, secret, conversationId, 'Called about the photo.')
  await closeConversation(app, secret, conversationId)
  await rateConversation(app, customerId, { score: 4, comment: '' })
}

/** A recharge that people review: the customer's money is in question. */
async function openVoucher(customerId: bigint): Promise<void> {
  const voucher = new File([new Uint8Array(await photo(900))], 'voucher.jpg', { type: 'image/jpeg' })
  const opened = await kept.deposits.create(customerId, voucherForm(voucher))
  if (!opened.ok) throw new Error(opened.error)
}

it('forgets what ended two years ago, with photos, notes and ratings, and nothing that is open or in question', async () => {
  const { owner, app } = world.ledger
  const agent = await logInOperator({ owner, app }, { name: 'mara', roles: ['support'] })
  for (const customerId of [inQuestion, twice, once, waiting]) await conversation(customerId, agent.secret)
  await say(waiting, { kind: 'text', text: 'Is anybody there?' })
  await openVoucher(inQuestion)
  await onDay(100)
  const later = await logInOperator({ owner, app }, { name: 'noah', roles: ['support'] })
  await conversation(twice, later.secret)

  await onDay(729)
  await forgetDue(app)
  expect(await countOf('support.deletion')).toBe(0)

  await onDay(731)
  // The conversation closed first, still disputed, does not block others.
  expect((await app.query('select support.forget_due(1) as forgotten')).rows).toEqual([{ forgotten: 1 }])
  await forgetDue(app)
  expect(await Promise.all([twice, once, waiting, inQuestion].map(seqsOf))).toEqual([
    [6, 7, 8, 9, 10],
    [],
    [1, 2, 3, 4, 5, 6, 7],
    [1, 2, 3, 4, 5],
  ])
  expect([await countOf('support.note'), await countOf('support.rating')]).toEqual([3, 3])
  expect(
    (await owner.query('select conversation_id, up_to_seq, messages, photos, notes from support.deletion order by 1'))
      .rows,
  ).toEqual([
    { conversation_id: await idOf(twice), up_to_seq: 5, messages: 5, photos: 1, notes: 1 },
    { conversation_id: await idOf(once), up_to_seq: 5, messages: 5, photos: 1, notes: 1 },
  ])
  expect(await readConversation(app, once)).toMatchObject({ state: 'closed', mayRate: false, newestSeq: 5 })

  // The server stopped between the messages and their photos: the next round still finds them.
  expect(await objects()).toBe(6)
  await photos.sweep()
  expect([await objects(), await countOf('support.image')]).toEqual([4, 3])

  await forgetDue(app)
  expect(await countOf('support.deletion')).toBe(2)
  expect(await say(once, { kind: 'text', text: 'Me again' })).toMatchObject({ outcome: 'posted', seq: 6 })
})

it('is decided by the database: nobody deletes sooner, or without a row that says so', async () => {
  const { owner, app } = world.ledger
  for (const attack of [
    'delete from support.message',
    'update support.setting set keep_days = 30',
    'insert into support.deletion values (1, 9, 1, 1, 0, 0, 0)',
    'select support.forget_conversation(1)',
    'delete from support.visit',
    'update support.visit set expires_ms = 0',
  ])
    await expect(app.query(attack)).rejects.toThrow('permission denied')
  await expect(owner.query('delete from support.message')).rejects.toThrow('what was written stays')
  await expect(owner.query('delete from support.note')).rejects.toThrow('what was written stays')
  await expect(
    owner.query('insert into support.deletion values ($1, 10, 1, 1, 0, 0, 0)', [await idOf(twice)]),
  ).rejects.toThrow('is not to be deleted')
})

describe('a visitor’s conversation', () => {
  const visitors = async () =>
    (await listConversations(world.ledger.app, { state: null, text: null, operatorId: null, before: null, limit: 100 }))
      .filter(({ account }) => account === null)
      .map(({ state }) => state)
  const visit = async (texts: readonly string[]) => {
    const { app } = world.ledger
    const token = randomBytes(32)
    expect(await beginVisit(app, token, { language: 'de', device: 'Phone' })).not.toBeNull()
    for (const text of texts)
      expect(await postVisitorMessage(app, token, { clientId: randomUUID(), text })).toMatchObject({
        outcome: 'posted',
      })
    return { token, id: (await lookVisit(app, token, 0)) ?? 0n }
  }
  const countVisits = () => countOf('support.visit')

  it('opens for a week from the last look, is closed then, and forgotten thirty days later', async () => {
    const { owner, app } = world.ledger
    await onDay(1_000)
    const agent = await logInOperator({ owner, app }, { name: 'vera', roles: ['support'] })
    const { token, id } = await visit(['May I have a code?'])
    const unused = await visit([])
    await claimConversation(app, agent.secret, id)
    await addNote(app, agent.secret, id, 'Asked for a code.')
    await onDay(1_006)
    expect(await lookVisit(app, token, 1)).toBe(id)
    await onDay(1_012)
    await endVisits(app)
    expect(await visitors()).toEqual(['answering'])
    expect([await lookVisit(app, token, 2), await lookVisit(app, unused.token, 0)]).toEqual([id, null])
    expect(await countVisits()).toBe(1)

    await onDay(1_020)
    expect(await lookVisit(app, token, 2)).toBeNull()
    expect(await postVisitorMessage(app, token, { clientId: randomUUID(), text: 'Late' })).toEqual({
      outcome: 'visit-ended',
    })
    await endVisits(app)
    expect(await visitors()).toEqual(['closed'])
    await onDay(1_049)
    await forgetDue(app)
    expect(await visitors()).toEqual(['closed'])

    await onDay(1_051)
    await forgetDue(app)
    expect([await visitors(), await countVisits()]).toEqual([[], 0])
    const { rows } = await owner.query(
      'select language, (select count(*)::int from support.message as m where m.conversation_id = c.conversation_id) as messages from support.conversation as c where conversation_id = $1',
      [id],
    )
    expect(rows).toEqual([{ language: null, messages: 0 }])
    const later = await logInOperator({ owner, app }, { name: 'vera-later', roles: ['support'] })
    expect(await claimConversation(app, later.secret, id)).toBe('not-found')
    expect(await findConversation(app, id)).toBeNull()
  })

  it('that was closed ends for its token as well once it is forgotten', async () => {
    const { owner, app } = world.ledger
    await onDay(1_100)
    const agent = await logInOperator({ owner, app }, { name: 'vito', roles: ['support'] })
    const { token, id } = await visit(['Hello'])
    await claimConversation(app, agent.secret, id)
    await closeConversation(app, agent.secret, id)
    for (const day of [1_106, 1_112, 1_118, 1_124, 1_130]) {
      await onDay(day)
      expect(await lookVisit(app, token, 0)).toBe(id)
    }
    await onDay(1_131)
    await endVisits(app)
    await forgetDue(app)
    expect(await lookVisit(app, token, 0)).toBeNull()
  })
})
