import { randomUUID } from 'node:crypto'
import type { InputOf, kycSubmit } from '@candor/api'
import { dayMs } from '@candor/formulas'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { createKycReviewTask } from './index.ts'
import { formOf, openKycWorld, photoOf } from './testing/kyc-world.ts'

const world = closeAfterTests(await openKycWorld())
const anna = await world.newOperator('kyc')
const bela = await world.newOperator('kyc')
const lead = await world.newOperator('lead')

const submit = (customerId: bigint, form: InputOf<typeof kycSubmit>) => world.service.submit(customerId, form)

/** A customer whose submission is waiting. */
async function underReview(change: Partial<InputOf<typeof kycSubmit>> = {}) {
  const customerId = await world.newCustomer()
  const form = await formOf(change)
  const sent = await submit(customerId, form)
  if (!sent.ok) throw new Error(sent.error)
  return { customerId, form, id: sent.value.id }
}

const approve = (secret: string, id: string) =>
  world.review.decide(secret, { id, verdict: 'approved', reasons: [], note: '' })
const blurred = { code: 'blurred', target: 'back' } as const
const reject = (secret: string, id: string, resubmit: 'retry-photos' | 'fix-data' | 'final' = 'retry-photos') =>
  world.review.decide(secret, { id, verdict: 'rejected', resubmit, reasons: [blurred], note: 'out of focus' })

async function verified(change: Partial<InputOf<typeof kycSubmit>> = {}) {
  const waiting = await underReview(change)
  await approve(anna, waiting.id)
  await approve(bela, waiting.id)
  return waiting
}

async function rejected(resubmit: 'retry-photos' | 'fix-data' | 'final' = 'retry-photos') {
  const waiting = await underReview()
  await reject(anna, waiting.id, resubmit)
  await reject(bela, waiting.id, resubmit)
  return waiting
}

describe('a submission', () => {
  it('puts the customer under review, promises a time, and shows little of the number', async () => {
    const { customerId, form } = await underReview({ number: 'L01X 00T-47' })
    expect(await world.kycStateOf(customerId)).toBe('under-review')
    const { state, maySubmit, submission, promiseMs } = await world.service.state(customerId)
    expect({ state, maySubmit }).toEqual({ state: 'under-review', maySubmit: false })
    expect(submission).toMatchObject({
      name: 'Lena Musterfrau',
      numberHint: 'L01X ••• 7',
      number: null,
      birthDate: null,
      reasons: [],
      isAppeal: false,
    })
    expect((submission?.promisedMs ?? 0) - (submission?.sentMs ?? 0)).toBe(promiseMs)
    expect(world.events.filter((event) => event.customerId === customerId)).toEqual([
      { customerId, event: { type: 'notice', notice: { kind: 'kyc', id: submission?.id, state: 'under-review' } } },
    ])
    expect(form.documentType).toBe('id-card')
  })

  it('leaves neither name nor birth date nor number nor pixels in the database', async () => {
    const { form } = await underReview({ name: 'Zacharias Unverkennbar', birthDate: '1977-07-17' })
    const { rows } = await world.owner.query<{ text: string }>(
      `select string_agg(s::text, ' ') as text from kyc.submission as s`,
    )
    const dump = Buffer.from(rows[0]?.text ?? '').toString()
    for (const secret of ['Unverkennbar', form.birthDate, form.number])
      for (const text of [secret, Buffer.from(secret).toString('hex')]) expect(dump).not.toContain(text)
  })

  it('of a passport needs no back, and one that is sent is not kept', async () => {
    const before = await world.vaultFiles()
    const { id } = await underReview({ documentType: 'passport', number: 'C01X00T47' })
    expect(await world.vaultFiles()).toBe(before + 2)
    const detail = await world.review.detail(anna, BigInt(id))
    expect(detail.ok && detail.value.photos.map(({ side }) => side)).toEqual(['front'])
  })

  it('is answered the same when it is repeated, and as a conflict when the id comes with other values', async () => {
    const { customerId, form, id } = await underReview()
    const again = await submit(customerId, form)
    expect(again).toMatchObject({ ok: true, value: { id } })
    expect(await submit(customerId, { ...form, name: 'Lena Other' })).toMatchObject({ error: 'conflict' })
    expect(await submit(customerId, { ...form, birthDate: '1990-01-30' })).toMatchObject({ error: 'conflict' })
    expect(await submit(customerId, { ...form, front: await photoOf('#111111') })).toMatchObject({ error: 'conflict' })
  })

  it('is refused while one is under review: the same again, and another one', async () => {
    const { customerId, form } = await underReview()
    const requestId = randomUUID()
    expect(await submit(customerId, { ...form, requestId })).toMatchObject({ error: 'under-review' })
    expect(await submit(customerId, { ...form, requestId, name: 'Lena Other' })).toMatchObject({
      error: 'wait-for-review',
    })
  })

  it('of a verified customer is refused', async () => {
    const { customerId } = await verified()
    expect(await submit(customerId, await formOf())).toMatchObject({ error: 'already-approved' })
  })

  it('with the number of another verified customer is refused, however it is written', async () => {
    const { form } = await verified({ number: 'L77X00T47' })
    const customerId = await world.newCustomer()
    expect(await submit(customerId, await formOf({ number: 'l77x-00t 47' }))).toMatchObject({
      error: 'id-number-taken',
    })
    expect(await submit(customerId, await formOf({ number: form.number, country: 'ES' }))).toMatchObject({ ok: true })
  })

  it('after a final rejection is refused', async () => {
    const { customerId } = await rejected('final')
    expect(await submit(customerId, await formOf())).toMatchObject({ error: 'submission-failed' })
    expect(await world.service.state(customerId)).toMatchObject({
      maySubmit: false,
      submission: { number: null, mayAppeal: true },
    })
  })

  it('happens once when it is sent a thousand times at once, and leaves one set of photos', async () => {
    const customerId = await world.newCustomer()
    const form = await formOf()
    const before = await world.vaultFiles()
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => submit(customerId, form)))
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.error))).size).toBe(1)
    const { rows } = await world.owner.query('select from kyc.submission where customer_id = $1', [customerId])
    expect(rows).toHaveLength(1)
    expect(await world.vaultFiles()).toBe(before + 4)
  })

  it('that loses against another one in the database leaves no photos behind', async () => {
    const customerId = await world.newCustomer()
    const before = await world.vaultFiles()
    // Two processes: neither waits for the other's turn.
    const twin = await openTwin()
    const answers = await Promise.all([submit(customerId, await formOf()), twin.submit(customerId, await formOf())])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await world.vaultFiles()).toBe(before + 4)
    const { rows } = await world.owner.query('select from kyc.reserved_object')
    expect(rows).toEqual([])
  })
})

/** The same service as a second process has it. */
async function openTwin() {
  const { createKycService } = await import('./index.ts')
  const { createSeal } = await import('../../platform/vault/index.ts')
  const notifier = { announce: () => Promise.resolve() }
  return createKycService({
    pool: world.app,
    clock: systemClock,
    photos: world.photos,
    seal: createSeal('a master key of tests', 'kyc'),
    notifier,
    secret: 'a secret of tests',
    formerSecrets: [],
  })
}

describe('a photo that is none', () => {
  const text = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.jpg', { type: 'image/jpeg' })
  const small = async () => {
    const bytes = await sharp({ create: { width: 300, height: 150, channels: 3, background: '#777777' } })
      .jpeg()
      .toBuffer()
    return new File([new Uint8Array(bytes)], 'a.jpg')
  }
  const bomb = async () => {
    const bytes = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#777777' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    return new File([new Uint8Array(bytes)], 'a.png')
  }
  const cut = async () => new File([(await photoOf('#336699')).slice(0, 900)], 'a.jpg')

  it('is named, and nothing of the submission is kept', async () => {
    const customerId = await world.newCustomer()
    const before = await world.vaultFiles()
    for (const [side, photo] of [
      ['front', text],
      ['back', text],
      ['back', await small()],
      ['front', await bomb()],
      ['front', await cut()],
      ['back', new File([], 'empty')],
    ] as const) {
      const answer = await submit(customerId, await formOf({ [side]: photo }))
      expect(answer, `${side} ${photo.name} ${photo.size}`).toMatchObject({
        error: 'photo-invalid',
        data: { photo: side },
      })
    }
    expect(await world.vaultFiles()).toBe(before)
    expect(await world.kycStateOf(customerId)).toBe('none')
  })
})

describe('a review', () => {
  it('takes two who agree; the first one changes nothing that shows', async () => {
    const { customerId, id } = await underReview()
    expect(await approve(anna, id)).toEqual({ ok: true, value: { outcome: 'recorded' } })
    expect(await world.kycStateOf(customerId)).toBe('under-review')
    expect(await world.review.verifiedName(customerId)).toBeNull()
    expect(await approve(bela, id)).toEqual({ ok: true, value: { outcome: 'verified' } })
    expect(await world.kycStateOf(customerId)).toBe('verified')
    expect(await world.review.verifiedName(customerId)).toBe('Lena Musterfrau')
    const { rows } = await world.app.query('select kind, subject from message.message where customer_id = $1', [
      customerId,
    ])
    expect(rows).toEqual([{ kind: 'kyc-verified', subject: `kyc:${id}` }])
    expect(
      world.events
        .filter((event) => event.customerId === customerId)
        .map(({ event }) => event.type === 'notice' && event.notice.state),
    ).toEqual(['under-review', 'under-review', 'verified'])
  })

  it('tells a rejected customer which photo, and what may follow', async () => {
    const { customerId, form } = await rejected()
    const { submission, maySubmit } = await world.service.state(customerId)
    expect(submission).toMatchObject({
      state: 'rejected',
      resubmit: 'retry-photos',
      reasons: [blurred],
      number: form.number,
      birthDate: form.birthDate,
      mayAppeal: true,
    })
    expect(maySubmit).toBe(true)
    const again = await submit(customerId, { ...form, requestId: randomUUID(), back: await photoOf('#222222') })
    expect(again).toMatchObject({ ok: true, value: { state: 'under-review' } })
  })

  it.each([
    ['approved', () => approve(lead, current)],
    ['rejected', () => reject(lead, current, 'fix-data')],
  ])('whose two differ is decided by the lead alone: %s', async (verdict, decideAsLead) => {
    const { customerId, id } = await underReview()
    current = id
    await approve(anna, id)
    expect(await reject(bela, id)).toEqual({ ok: true, value: { outcome: 'recorded' } })
    const third = await world.newOperator('kyc')
    await expect(approve(third, id)).rejects.toMatchObject({ code: 'CO002' })
    expect(await decideAsLead()).toEqual({
      ok: true,
      value: { outcome: verdict === 'approved' ? 'verified' : 'rejected' },
    })
    expect(await world.kycStateOf(customerId)).toBe(verdict === 'approved' ? 'verified' : 'rejected')
  })
  let current = ''

  it('is not decided twice by one operator, by one without the role, without a session, or after its end', async () => {
    const { id } = await underReview()
    const payments = await world.newOperator('payments')
    await expect(approve(payments, id)).rejects.toMatchObject({ code: 'CO002' })
    await expect(approve(lead, id)).rejects.toMatchObject({ code: 'CO002' })
    await expect(approve('A'.repeat(43), id)).rejects.toMatchObject({ code: 'CO001' })
    await approve(anna, id)
    await expect(approve(anna, id)).rejects.toMatchObject({ code: 'CO003' })
    await approve(bela, id)
    await expect(approve(await world.newOperator('kyc'), id)).rejects.toMatchObject({ code: 'CO004' })
    expect(await approve(anna, '999999')).toMatchObject({ error: 'not-found' })
  })

  it('hides the first decision from the second operator, and shows both once it ended', async () => {
    const { id } = await underReview()
    await reject(anna, id)
    const seen = async (secret: string) => {
      const detail = await world.review.detail(secret, BigInt(id))
      if (!detail.ok) throw new Error(detail.error)
      return detail.value
    }
    expect(await seen(bela)).toMatchObject({ decisions: [], stage: 'second', mayDecide: true, hasDecided: false })
    expect(await seen(anna)).toMatchObject({ decisions: [{ verdict: 'rejected' }], mayDecide: false, hasDecided: true })
    await expect(world.app.query('select * from kyc.decision')).rejects.toThrow('permission denied')
    await reject(bela, id)
    expect((await seen(lead)).decisions).toHaveLength(2)
    const { rows } = await world.owner.query<{ action: string; details: object }>(
      "select action, details from audit.entry where subject = $1 and action like 'kyc.decision%' or subject = $1 and action = 'kyc.decided' order by seq",
      [`kyc:${id}`],
    )
    expect(rows.map(({ action }) => action)).toEqual(['kyc.decision-sealed', 'kyc.decided'])
    expect(JSON.stringify(rows[0]?.details)).not.toContain('rejected')
  })

  it('lists what waits by its promise, and other accounts with the same number', async () => {
    const first = await underReview({ number: 'L55X00T47' })
    const second = await underReview({ number: 'L55X00T47' })
    const { items } = await world.review.queue(anna, 100)
    const ids = items.map(({ id }) => id)
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id))
    expect(items.find(({ id }) => id === first.id)).toMatchObject({
      name: 'Lena Musterfrau',
      stage: 'first',
      mayDecide: true,
    })
    const detail = await world.review.detail(anna, BigInt(second.id))
    expect(detail).toMatchObject({ value: { number: 'L55X00T47', sameNumberAccounts: [{ state: 'under-review' }] } })
  })

  it('lists what was decided without a name, and not what waits', async () => {
    const decided = await underReview({ number: 'L56X00T47' })
    const waiting = await underReview({ number: 'L57X00T47' })
    await reject(anna, decided.id)
    await reject(bela, decided.id)
    const { items } = await world.review.decided({ limit: 100 })
    const found = items.find(({ id }) => id === decided.id)
    expect(found).toMatchObject({ subject: `kyc:${decided.id}`, state: 'rejected', decidedMs: expect.any(Number) })
    expect(JSON.stringify(found)).not.toContain('Musterfrau')
    expect(items.map(({ id }) => id)).not.toContain(waiting.id)
  })

  it('verifies one of two accounts that sent the same number, when both are approved at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const number = `R${round}1X00T47`
      const both = [await underReview({ number }), await underReview({ number })]
      for (const { id } of both) await approve(anna, id)
      const outcomes = await Promise.all(both.map(({ id }) => approve(bela, id)))
      const ended = outcomes.map((answer) => (answer.ok ? answer.value.outcome : answer.error))
      expect(ended).toHaveLength(2)
      expect(new Set<string>(ended)).toEqual(new Set(['rejected', 'verified']))
      const states = await Promise.all(both.map(({ customerId }) => world.service.state(customerId)))
      expect(states.find(({ state }) => state === 'rejected')).toMatchObject({
        submission: { resubmit: 'fix-data', reasons: [{ code: 'number-taken', target: 'number' }] },
      })
    }
  })

  it('counts one of two decisions that one operator sends at once', async () => {
    const { customerId, id } = await underReview()
    const answers = await Promise.allSettled([approve(anna, id), approve(anna, id)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await world.kycStateOf(customerId)).toBe('under-review')
  })
})

describe('the reviewers of the sandbox', () => {
  it('open the photos and approve, but refuse a name that asks for it, as two operators', async () => {
    const task = createKycReviewTask({ pool: world.app, review: world.review })
    const [good, bad] = [await underReview(), await underReview({ name: 'Lena Refuse' })]
    const own = new Set([`kyc:${good.id}`, `kyc:${bad.id}`])
    const dueNow = async () => (await task.due(Date.now())).filter(({ subject }) => own.has(subject))
    const [first, second] = [await world.newOperator('kyc'), await world.newOperator('kyc')]
    for (const due of await dueNow()) await task.decide(first, due, 1)
    expect(await dueNow()).toHaveLength(2)
    // The same reviewer again: nothing is opened, nothing decided.
    for (const due of await dueNow()) await task.decide(first, due, 1)
    for (const due of await dueNow()) await task.decide(second, due, 2)
    expect(await dueNow()).toEqual([])
    expect(await world.kycStateOf(good.customerId)).toBe('verified')
    expect((await world.service.state(bad.customerId)).submission).toMatchObject({
      resubmit: 'retry-photos',
      reasons: [blurred],
    })
    expect((await world.service.access(good.customerId)).items).toHaveLength(4)
  })

  it.each([
    ['The back is sharp: look again.', 'verified'],
    ['Look again, and refuse it.', 'rejected'],
  ])('answer an appeal as the third one, and refuse one that asks for it: %s', async (text, state) => {
    const task = createKycReviewTask({ pool: world.app, review: world.review })
    const { customerId, id } = await rejected()
    await world.service.appeal(customerId, { requestId: randomUUID(), text })
    const due = (await task.due(Date.now())).find(({ subject }) => subject === `kyc:${id}`)
    if (due === undefined) throw new Error('the appeal waits for nobody')
    expect(due.isForThird).toBe(true)
    expect(Date.now() - due.sinceMs).toBeLessThan(60_000)
    await task.decide(await world.newOperator('kyc'), due, 3)
    expect(await world.kycStateOf(customerId)).toBe(state)
    expect((await world.service.access(customerId)).items[0]).toMatchObject({ reason: 'appeal' })
  })
})

describe('the application role', () => {
  it.each([
    "update identity.customer set kyc_state = 'verified'",
    "insert into kyc.decision (submission_id, round, operator_id, verdict, reasons, note, decided_ms) values (1, 1, 1, 'approved', '[]', '', 0)",
    "update kyc.submission set state = 'verified', decided_ms = 1",
    'select object_id from kyc.photo',
    "select kyc.conclude(s, 'approved', null, '[]', false) from kyc.submission as s",
    `insert into identity.customer (public_id, email, password_hash, invite_code, kyc_state, lang, created_ms)
     values ('98765432', 'own@example.org', '$argon2id$x', 'ZZZZZZ', 'verified', 'en', 0)`,
    'delete from kyc.photo_view',
    'update kyc.rule set retention_ms = 1',
    "select kyc.decide('', 1, 'approved', null, '[]', '', false)",
  ])('cannot %s', async (attack) => {
    await underReview()
    await expect(world.app.query(attack)).rejects.toThrow(
      /permission denied|decided by operators|no operator is logged in/,
    )
  })
})

describe('an appeal', () => {
  const text = 'The back is sharp: look again.'
  const appeal = (customerId: bigint, requestId: string = randomUUID()) =>
    world.service.appeal(customerId, { requestId, text })

  it('is decided by somebody who had not decided, and once', async () => {
    const { customerId, id } = await rejected('final')
    const requestId = randomUUID()
    expect(await appeal(customerId, requestId)).toMatchObject({
      value: { id, state: 'under-review', isAppeal: true, reasons: [] },
    })
    expect(await appeal(customerId, requestId)).toMatchObject({ ok: true })
    expect(await appeal(customerId)).toMatchObject({ error: 'not-allowed' })
    expect(await submit(customerId, await formOf())).toMatchObject({ error: 'wait-for-review' })
    await expect(approve(anna, id)).rejects.toMatchObject({ code: 'CO003' })
    const detail = await world.review.detail(lead, BigInt(id))
    expect(detail).toMatchObject({ value: { appealText: text, stage: 'appeal', mayDecide: true, decisions: [] } })
    expect(await approve(lead, id)).toMatchObject({ value: { outcome: 'verified' } })
    expect(await world.kycStateOf(customerId)).toBe('verified')
  })

  it('that is rejected is the last one', async () => {
    const { customerId, id } = await rejected()
    await appeal(customerId)
    await reject(lead, id, 'final')
    expect((await world.service.state(customerId)).submission?.mayAppeal).toBe(false)
    expect(await appeal(customerId)).toMatchObject({ error: 'not-allowed' })
  })

  it('is not allowed to those who sent nothing, wait, or are verified', async () => {
    expect(await appeal(await world.newCustomer())).toMatchObject({ error: 'not-allowed' })
    expect(await appeal((await underReview()).customerId)).toMatchObject({ error: 'not-allowed' })
    expect(await appeal((await verified()).customerId)).toMatchObject({ error: 'not-allowed' })
  })
})

describe('a decision', () => {
  it('waits until it is acknowledged, an approval and a refusal each for itself', async () => {
    const good = await verified()
    expect(await world.service.waiting(good.customerId, 'verified')).toMatchObject({ id: good.id })
    expect(await world.service.waiting(good.customerId, 'rejected')).toBeNull()
    await world.service.acknowledge(good.customerId, 'rejected')
    expect(await world.service.waiting(good.customerId, 'verified')).not.toBeNull()
    await world.service.acknowledge(good.customerId, 'verified')
    expect(await world.service.waiting(good.customerId, 'verified')).toBeNull()
    const bad = await rejected()
    expect(await world.service.waiting(bad.customerId, 'rejected')).toMatchObject({
      resubmit: 'retry-photos',
      reasons: [blurred],
    })
    await submit(bad.customerId, await formOf())
    expect(await world.service.waiting(bad.customerId, 'rejected')).toBeNull()
  })
})

describe('a photo', () => {
  it('is opened with a reason that the customer reads, by roles that may, and by nobody in silence', async () => {
    const { customerId, id } = await underReview()
    const open = (secret: string, side: 'front' | 'back') =>
      world.review.photo(secret, { submissionId: BigInt(id), side, reason: 'review' })
    const opened = await open(anna, 'front')
    expect(opened.ok && (await sharp(opened.value).metadata())).toMatchObject({
      format: 'webp',
      width: 640,
      height: 400,
    })
    await open(bela, 'back')
    await open(anna, 'back')
    await expect(open(await world.newOperator('payments'), 'front')).rejects.toMatchObject({ code: 'CO002' })
    expect((await world.service.access(customerId)).items).toMatchObject([
      { photo: 'back', reason: 'review', viewer: 1, isSandboxReviewer: false },
      { photo: 'back', viewer: 2 },
      { photo: 'front', viewer: 1 },
    ])
    const { rows } = await world.owner.query(
      "select reason from audit.entry where action = 'kyc.photo-opened' and subject = $1",
      [`kyc:${id}`],
    )
    expect(rows).toHaveLength(3)
    await expect(world.app.query("select kyc.open_photo($1, $2, 'front', 'curious')", [anna, id])).rejects.toThrow(
      'violates check constraint',
    )
  })

  it('is destroyed 30 days after the decision, and what a rejected customer typed with it', async () => {
    const [good, bad, waiting] = [await verified(), await rejected(), await underReview()]
    const photoFrom = (id: string) =>
      world.review.photo(lead, { submissionId: BigInt(id), side: 'front', reason: 'review' })
    try {
      await world.leap(29 * dayMs)
      await world.photos.sweep()
      expect((await world.service.state(good.customerId)).submission?.photosDestroyedMs).toBeNull()
      await world.leap(31 * dayMs)
      while ((await world.photos.sweep()) > 0);
      await world.leap(0)
      for (const { id } of [good, bad]) expect(await photoFrom(id)).toMatchObject({ error: 'not-found' })
      expect(await photoFrom(waiting.id)).toMatchObject({ ok: true })
      expect((await world.service.state(good.customerId)).submission).toMatchObject({ name: 'Lena Musterfrau' })
      expect((await world.service.state(bad.customerId)).submission).toMatchObject({
        name: null,
        birthDate: null,
        numberHint: null,
        mayAppeal: false,
      })
      expect(
        await world.service.appeal(bad.customerId, { requestId: randomUUID(), text: 'Look again, please.' }),
      ).toMatchObject({
        error: 'not-allowed',
      })
    } finally {
      await world.leap(0)
    }
  })

  it('that became part of no submission is destroyed after an hour', async () => {
    const before = await world.vaultFiles()
    const stored = await world.photos.store([
      { side: 'front', bytes: new Uint8Array(await (await photoOf('#445566')).arrayBuffer()) },
    ])
    expect(stored.ok).toBe(true)
    await world.photos.sweep()
    expect(await world.vaultFiles()).toBe(before + 2)
    try {
      await world.leap(2 * 3_600_000)
      await world.photos.sweep()
      expect(await world.vaultFiles()).toBe(before)
    } finally {
      await world.leap(0)
    }
  })
})
