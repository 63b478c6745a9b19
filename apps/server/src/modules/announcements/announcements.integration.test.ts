import { expect, it } from 'vitest'
import { languages, messageList, systemPlanned } from '@candor/api'
import { operatorAnnouncementProposals, operatorAnnouncements } from '@candor/api/operator'
import * as z from 'zod/mini'
import { customerToken, openOperatorWorld } from '../../../test/operator-world.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'

const world = closeAfterTests(await openOperatorWorld())
const mara = await world.logIn('mara', ['support'])
const noah = await world.logIn('noah', ['lead'])

type Form = Readonly<Record<string, string>>
type Words = Readonly<Record<string, string>>

const sent = (titles: Words, texts: Words, others: Form = {}): Form => ({
  kind: 'notice',
  audience: 'everyone',
  titles: JSON.stringify(titles),
  texts: JSON.stringify(texts),
  withEnglish: 'true',
  note: 'Agreed with treasury',
  ...others,
})
const call = (path: string, form: Form, secret: string) => world.call(`operator/announcement_${path}`, form, secret)
const propose = async (form: Form, secret = mara) =>
  operatorAnnouncementProposals.propose.output.parse((await call('propose', form, secret)).data).id
const publish = async (form: Form) => {
  const id = await propose(form)
  expect((await call('confirm', { id }, noah)).error).toBeNull()
  return newest()
}
const newest = async () => {
  const { data } = await world.call('operator/announcements', { limit: '1' }, mara)
  return operatorAnnouncements.output.parse(data).items[0]
}
const notice = z.object({ kind: z.string(), title: z.optional(z.nullable(z.string())), text: z.optional(z.string()) })
const shown = async (lang: string) => {
  const { data } = await world.call('api/home/summary', {}, null, lang)
  const { notices } = z.parse(z.object({ notices: z.array(notice) }), data)
  return notices.filter(({ kind }) => kind === 'announcement').map(({ title, text }) => [title, text])
}
const steps = async () => {
  const { rows } = await world.owner.query<{ step: string; reason: string }>(
    "select actor || ' ' || action as step, reason from audit.entry where action ~ '^announcement' order by seq",
  )
  return rows.map(({ step, reason }) => [step, reason])
}

it('is read by nobody until a second operator publishes it, and called back by one with a reason', async () => {
  const titles = { en: 'Payouts pause', zh: '暂停出款' }
  const texts = { en: 'Payouts pause tonight', zh: '今晚暂停出款' }
  const id = await propose(sent(titles, texts))
  expect((await call('confirm', { id }, mara)).error).toBe('same-operator')
  expect((await call('confirm', { id }, world.as('risk'))).error).toBe('not-allowed')
  expect(await newest()).toBeUndefined()
  const seen = await call('proposals', { state: 'proposed' }, noah)
  expect(operatorAnnouncementProposals.list.output.parse(seen.data).items).toMatchObject([
    { id, proposedBy: null, titles },
  ])

  expect((await call('confirm', { id }, noah)).data).toMatchObject({
    state: 'confirmed',
    proposedBy: { name: 'mara' },
    decidedBy: { name: 'noah' },
  })
  expect((await call('confirm', { id }, noah)).error).toBe('already-decided')
  await expect.poll(async () => (await shown('en')).length).toBe(1)
  expect([await shown('en'), await shown('zh'), await shown('de')]).toEqual([
    [[titles.en, texts.en]],
    [[titles.zh, texts.zh]],
    [[titles.en, texts.en]],
  ])
  const inbox = await world.call('api/message/list', { group: 'notices' }, customerToken, 'zh')
  expect(inbox.data).toMatchObject({ items: [{ about: 'notice', title: titles.zh, text: texts.zh }] })

  const published = await newest()
  expect(published).toMatchObject({ createdBy: { name: 'mara' }, publishedBy: { name: 'noah' }, endedBy: null })
  const back = { id: published?.id ?? '', note: 'The bank is open after all' }
  expect((await call('end', { ...back, note: '' }, mara)).error).toBe('invalid')
  expect((await call('end', back, world.as('desk'))).error).toBe('not-allowed')
  expect((await call('end', back, mara)).data).toMatchObject({ endedBy: { name: 'mara' }, endedNote: back.note })
  expect((await call('end', back, noah)).error).toBe('already-decided')
  await expect.poll(async () => (await shown('en')).length).toBe(0)
  expect(await steps()).toEqual([
    ['mara announcement-proposal.proposed', 'Agreed with treasury'],
    ['noah announcement-proposal.confirmed', 'Agreed with treasury'],
    ['mara announcement.ended', back.note],
  ])
})

it('is published once, however many second operators confirm at the same moment', async () => {
  const third = await world.logIn('ines', ['lead'])
  const id = await propose(sent({ en: 'One of them' }, { en: 'It is published once' }))
  const outcomes = await Promise.all([noah, third, noah, third].map((secret) => call('confirm', { id }, secret)))
  expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1)
  expect(outcomes.filter(({ error }) => error === 'already-decided')).toHaveLength(3)
  const { rows } = await world.owner.query("select from operator.announcement where titles ->> 'en' = 'One of them'")
  expect(rows).toHaveLength(1)
})

it('that is rejected or not yet due is read by nobody, and one that would be over is not published', async () => {
  const words = [{ en: 'Not now' }, { en: 'Nobody reads this' }] as const
  const rejected = await propose(sent(...words))
  expect((await call('reject', { id: rejected, note: 'Not now' }, noah)).data).toMatchObject({ state: 'rejected' })
  const later = await publish(sent(...words, { fromMs: String(Date.now() + 3_600_000) }))
  expect((await call('end', { id: later?.id ?? '', note: 'Before it began' }, noah)).error).toBeNull()
  const untilMs = Date.now() + 1_000
  const short = await propose(sent(...words, { untilMs: String(untilMs) }))
  await expect.poll(() => Date.now()).toBeGreaterThan(untilMs)
  expect((await call('confirm', { id: short }, noah)).error).toBe('announcement-over')
  expect((await call('reject', { id: short, note: 'Too late' }, noah)).data).toMatchObject({ state: 'rejected' })
  const inbox = await world.call('api/message/list', { group: 'notices' }, customerToken)
  expect(inbox.error).toBeNull()
  expect(JSON.stringify(inbox.data)).not.toContain('Nobody reads this')
})

it('needs every language, unless readers of the others get English on purpose', async () => {
  const all = (text: string) => Object.fromEntries(languages.map((language) => [language, `${text} (${language})`]))
  const { withEnglish: _, ...strict } = sent(all('Title'), all('Text of all'))
  expect((await call('propose', strict, mara)).error).toBeNull()
  const part = { ...strict, ...sent({ en: 'Title' }, { en: 'Text' }), withEnglish: 'false' }
  expect((await call('propose', part, mara)).error).toBe('invalid')
  const uneven = sent({ en: 'Title' }, { en: 'Text', de: 'Nur der Text' })
  expect((await call('propose', uneven, mara)).error).toBe('invalid')
  expect((await call('propose', sent({ en: 'x'.repeat(61) }, { en: 'Text' }), mara)).error).toBe('invalid')
})

it('for a part of the customers, whose number is known before, is read by these only', async () => {
  const titlesOf = async (token: string | null) => {
    const { data } = await world.call('api/home/summary', {}, token)
    const { notices } = z.parse(z.object({ notices: z.array(notice) }), data)
    return notices.flatMap(({ title }) => title ?? [])
  }
  const reach = async (audience: string) => (await call('reach', { audience }, mara)).data
  expect([await reach('everyone'), await reach('verified')]).toEqual([{ customers: 1 }, { customers: 1 }])
  expect([await reach('traders'), await reach('interest')]).toEqual([{ customers: 0 }, { customers: 0 }])
  expect((await call('reach', { audience: 'verified' }, world.as('desk'))).error).toBe('not-allowed')
  const symbol = 'BTCUSDT'
  const toVerified = { audience: 'verified', linkPage: 'instrument', linkSymbol: symbol }
  const words = (title: string) => [{ en: title }, { en: 'Only a part reads this' }] as const
  const verified = await publish(sent(...words('For verified'), toVerified))
  const merchants = await publish(sent(...words('For merchants'), { audience: 'merchants' }))
  expect([verified, merchants]).toMatchObject([
    { audience: 'verified', link: { page: 'instrument', symbol } },
    { audience: 'merchants', link: null },
  ])
  await expect.poll(() => titlesOf(customerToken)).toContain('For verified')
  expect(await titlesOf(customerToken)).not.toContain('For merchants')
  expect(await titlesOf(null)).not.toContain('For verified')
  const { data } = await world.call('api/message/list', { group: 'notices' }, customerToken)
  const [message, ...others] = messageList.output.parse(data).items
  expect(message).toMatchObject({ title: 'For verified', link: `instrument:${symbol}` })
  expect(JSON.stringify(others)).not.toContain('For merchants')
  for (const id of [verified?.id, merchants?.id]) await call('end', { id: id ?? '', note: 'Said enough' }, mara)
})

it('leads to an instrument that there is, and addresses everyone when it is about planned work', async () => {
  const words = [{ en: 'Title' }, { en: 'Text' }] as const
  const unknown = { linkPage: 'instrument', linkSymbol: 'NOTHING' }
  expect(await call('propose', sent(...words, unknown), mara)).toMatchObject({
    error: 'invalid',
    data: { linkSymbol: expect.anything() },
  })
  expect((await call('propose', sent(...words, { audience: 'nobody' }), mara)).error).toBe('invalid')
  const work = { kind: 'work', workFromMs: String(Date.now() + 1_000), workUntilMs: String(Date.now() + 2_000) }
  expect((await call('propose', sent(...words, { ...work, audience: 'verified' }), mara)).error).toBe('invalid')
})

it('of planned work is on the status page for everybody until it is called back', async () => {
  const plannedIn = async (lang: string) => {
    const { data } = await world.call('api/system/planned', {}, null, lang)
    return systemPlanned.output.parse(data).items.map(({ fromMs, untilMs, text }) => [fromMs, untilMs, text])
  }
  expect(await plannedIn('en')).toEqual([])
  const [workFromMs, workUntilMs] = [Date.now() + 3_600_000, Date.now() + 4_200_000]
  const texts = { en: 'Restart for an update', de: 'Neustart für eine Aktualisierung' }
  const times = { kind: 'work', workFromMs: String(workFromMs), workUntilMs: String(workUntilMs) }
  const planned = await publish(sent({ en: 'Restart', de: 'Neustart' }, texts, times))
  expect(planned).toMatchObject({ kind: 'work', workFromMs, workUntilMs, untilMs: workUntilMs })
  expect(await plannedIn('de')).toEqual([[workFromMs, workUntilMs, texts.de]])
  expect(await plannedIn('fr')).toEqual([[workFromMs, workUntilMs, texts.en]])
  await call('end', { id: planned?.id ?? '', note: 'Done without one' }, mara)
  expect(await plannedIn('en')).toEqual([])
})

it('cannot be published by the server, changed once it is decided, or be of one operator in the tables', async () => {
  const insert = `insert into operator.announcement (kind, audience, titles, texts, from_ms, created_by, created_ms,
    published_by) values ('notice', 'everyone', '{"en": "Hello"}', '{"en": "Hello"}', 1, 1, 1, 1)`
  await expect(world.app.query(insert)).rejects.toThrow('permission denied')
  await expect(world.owner.query(insert)).rejects.toThrow('announcement_needs_two_operators')
  await expect(world.owner.query('delete from operator.announcement_proposal')).rejects.toThrow('proposals are kept')
  await expect(
    world.owner.query(`update operator.announcement_proposal set texts = '{"en": "Something else"}'`),
  ).rejects.toThrow('a proposal is decided once')
  await expect(world.app.query('select operator.publish_announcement(1, null)')).rejects.toThrow('permission denied')
})
