import { amount } from '@candor/money'
import type { DatabaseError, Pool } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { statementsWaiting } from '../../platform/postgres/test-locks.ts'
import { checkLedger } from '../soundness/index.ts'
import { payRewards } from './invite-store.ts'
import { startRewardPayer } from './reward-payer.ts'
import { openInviteWorld } from './testing/invite-world.ts'

const coin = 1_000_000n
const stripes = [1, 2, 3, 4, 5, 6, 7, 8]
const five = amount('USDT', 5n * coin)

const world = closeAfterTests(await openInviteWorld(await testDatabase()))
beforeEach(() => world.setReward(five))

const payAll = async () =>
  (await Promise.all(stripes.map((stripe) => payRewards(world.ledger.app, stripe, 500)))).flat()
const isClean = async () => expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
/** The rewards promised for a customer's invitees, and whether they were paid. */
const rewardsOf = async (inviterId: bigint) => {
  const { rows } = await world.ledger.app.query<{ units: bigint; isPaid: boolean }>(
    'select amount as units, paid_ms is not null as "isPaid" from invite.invite_reward where inviter_id = $1 order by invited_id',
    [inviterId],
  )
  return rows
}
const paysOf = async (inviterId: bigint) =>
  (await rewardsOf(inviterId)).map(({ units, isPaid }) => `${units} ${isPaid}`)

/** Ends once a statement of the owner waits for another's lock, or has not for long. */
const untilOneWaits = async (): Promise<void> => {
  for (let looks = 0; looks < 1_000; looks += 1) {
    if ((await statementsWaiting(world.ledger.owner)) > 0) return
  }
}

/** Verifies one customer while another's verification is not yet committed. */
const verifyOverlapping = async (first: bigint, second: bigint): Promise<void> => {
  const client = await world.ledger.owner.connect()
  try {
    await client.query('begin')
    await client.query(`update identity.customer set kyc_state = 'verified' where customer_id = $1`, [first])
    const later = world.verify(second)
    await Promise.race([later, untilOneWaits()])
    await client.query('commit')
    await later
  } finally {
    client.release()
  }
}

describe('an invited customer', () => {
  test('is listed with a masked contact, a place of their own and how far they have come', async () => {
    await world.setReward(null)
    const inviter = await world.addInviter()
    await world.addFriend(inviter, { email: 'lena.musterfrau@posteo.de' })
    const second = await world.addFriend(inviter, { mobile: '4915112345678' })
    await world.verify(second)
    expect(await world.service.summary(inviter)).toEqual({
      code: expect.stringMatching(/^[A-Z0-9]{6}$/),
      shownName: null,
      invited: 2,
      verified: 1,
      reward: null,
    })
    const { items, nextCursor } = await world.service.list(inviter, null, 10)
    expect(items).toEqual([
      { id: '2', contact: '•••• 5678', state: 'verified', joinedMs: expect.any(Number), reward: null },
      { id: '1', contact: 'l••••@posteo.de', state: 'registered', joinedMs: expect.any(Number), reward: null },
    ])
    expect(nextCursor).toBeNull()
    expect(await world.service.list(second, null, 10)).toEqual({ items: [], nextCursor: null })
  })

  test('comes page by page', async () => {
    const inviter = await world.addInviter()
    for (let count = 0; count < 5; count += 1) await world.addFriend(inviter)
    const first = await world.service.list(inviter, null, 2)
    const second = await world.service.list(inviter, first.nextCursor, 2)
    const third = await world.service.list(inviter, second.nextCursor, 2)
    expect([first, second, third].map(({ items }) => items.map(({ id }) => id))).toEqual([
      ['5', '4'],
      ['3', '2'],
      ['1'],
    ])
    expect(third.nextCursor).toBeNull()
    expect(await world.service.list(inviter, 'm5', 2)).toEqual({ items: [], nextCursor: null })
  })

  test('stays invited by the same customer, who is somebody else', async () => {
    const [inviter, other] = [await world.addInviter(), await world.addInviter()]
    const friend = await world.addFriend(inviter)
    const change = 'update identity.customer set invited_by = $2 where customer_id = $1'
    await expect(world.ledger.app.query(change, [friend, other])).rejects.toMatchObject({ code: '42501' })
    await expect(world.ledger.owner.query(change, [friend, other])).rejects.toThrow('never changes')
    await expect(
      world.ledger.owner.query(
        `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, invited_by, lang,
          created_ms)
         overriding system value values (777777, '77777777', 'self@example.com', '$argon2id$', 'SELF77', 777777, 'en',
           0)`,
      ),
    ).rejects.toThrow('nobody_invites_themselves')
  })
})

describe('a reward', () => {
  test('is promised with the verification, paid once, and told', async () => {
    const inviter = await world.addInviter()
    const friend = await world.addFriend(inviter, { email: 'friend@example.org' })
    const { code } = await world.service.summary(inviter)
    expect((await world.service.summary(inviter)).reward).toEqual({ asset: 'USDT', amount: '5', left: 100 })
    expect(await rewardsOf(inviter)).toEqual([])
    await world.verify(friend)
    expect(await paysOf(inviter)).toEqual(['5000000 false'])
    expect(await world.gained(inviter)).toBe(0n)
    await isClean()

    const payer = startRewardPayer(world.payerOptions)
    await payer.look()
    await payer.look()
    await payer.stop()
    expect(await world.gained(inviter)).toBe(5n * coin)
    expect(await world.gained(friend)).toBe(0n)
    expect(await payAll()).toEqual([])
    expect((await world.service.list(inviter, null, 10)).items[0]?.reward).toEqual({
      asset: 'USDT',
      amount: '5',
      paidMs: expect.any(Number),
    })
    expect((await world.service.summary(inviter)).reward?.left).toBe(99)
    expect(world.told.filter(({ customerId }) => customerId === inviter)).toEqual([
      { customerId: inviter, notice: { kind: 'invite', id: code, state: 'rewarded' } },
    ])
    const contact = 'f••••@example.org'
    expect(await world.messagesOf(inviter)).toEqual([
      { kind: 'invite-registered', subject: 'invite:1', details: { contact } },
      { kind: 'invite-rewarded', subject: 'invite:1', details: { asset: 'USDT', amount: '5', contact } },
    ])
    await isClean()
  })

  test('is for the first verification only, and for nobody who was verified before', async () => {
    const inviter = await world.addInviter()
    await world.setReward(null)
    await world.addVerifiedFriend(inviter)
    await world.setReward(five)
    const friend = await world.addVerifiedFriend(inviter)
    const set = (state: string) =>
      world.ledger.owner.query('update identity.customer set kyc_state = $2 where customer_id = $1', [friend, state])
    await set('rejected')
    await set('verified')
    await payAll()
    await set('under-review')
    await set('verified')
    await payAll()
    expect(await paysOf(inviter)).toEqual(['5000000 true'])
    expect(await world.gained(inviter)).toBe(5n * coin)
  })

  test('stays what was promised when the next one is another, or none', async () => {
    const inviter = await world.addInviter()
    await world.addVerifiedFriend(inviter)
    await world.setReward(amount('USD', 2_500_000n))
    await world.addVerifiedFriend(inviter)
    await world.setReward(null)
    await world.addVerifiedFriend(inviter)
    await payAll()
    expect(await world.gained(inviter)).toBe(5n * coin)
    expect(await world.gained(inviter, 'USD')).toBe(2_500_000n)
    expect(await rewardsOf(inviter)).toHaveLength(2)
  })

  test('of a disabled inviter is not promised, and one that was promised waits', async () => {
    const inviter = await world.addInviter()
    await world.addVerifiedFriend(inviter)
    const late = await world.addFriend(inviter)
    await world.setEnabled(inviter, false)
    await world.verify(late)
    expect(await payAll()).toEqual([])
    expect(await paysOf(inviter)).toEqual(['5000000 false'])
    expect((await world.service.summary(inviter)).reward).toBeNull()
    await world.setEnabled(inviter, true)
    await payAll()
    expect(await paysOf(inviter)).toEqual(['5000000 true'])
  })

  test('is promised only while what was put aside covers it, however many are verified at once', async () => {
    const inviter = await world.addInviter()
    let other = await world.addInviter()
    while ((other - inviter) % 4n !== 0n) other = await world.addInviter()
    const most = 1_000n * coin
    await world.setReward(amount('USDT', most))
    // All of the stripe's money but one reward is promised already.
    await world.ledger.owner.query(
      `insert into invite.invite_reward (invited_id, inviter_id, asset, amount, stripe, promised_ms)
       select 800000, 900000, 2, posted - 3 * $2::bigint / 2, stripe, 0 from ledger.balance
       where kind = 'reward' and asset = 2 and stripe = 5 + $1::bigint % 4`,
      [inviter, most],
    )
    expect((await world.service.summary(inviter)).reward).not.toBeNull()
    await verifyOverlapping(await world.addFriend(inviter), await world.addFriend(other))
    expect([await paysOf(inviter), await paysOf(other)]).toEqual([['1000000000 false'], []])
    expect((await world.service.summary(inviter)).reward).toBeNull()
    await world.ledger.owner.query(
      `alter table invite.invite_reward disable trigger reward_is_kept;
       delete from invite.invite_reward where invited_id = 800000;
       alter table invite.invite_reward enable trigger reward_is_kept`,
    )
    await payAll()
  })
})

describe('at once', () => {
  test('however many pay, each reward is paid once', async () => {
    const inviters = [await world.addInviter(), await world.addInviter(), await world.addInviter()]
    await Promise.all(inviters.flatMap((inviter) => Array.from({ length: 6 }, () => world.addVerifiedFriend(inviter))))
    const payers = Array.from({ length: 40 }, (_, index) =>
      payRewards(world.ledger.app, 5 + (index % 4), 1 + (index % 7)),
    )
    const notice = startRewardPayer(world.payerOptions)
    await Promise.all([...payers, notice.look()])
    await notice.look()
    await notice.stop()
    for (const inviter of inviters) {
      expect(await world.gained(inviter)).toBe(30n * coin)
      expect((await world.messagesOf(inviter)).filter(({ kind }) => kind === 'invite-rewarded')).toHaveLength(6)
    }
    await isClean()
  })

  test('however many are verified, an inviter gets as many rewards as anybody', async () => {
    const inviter = await world.addInviter()
    await world.ledger.owner.query('update invite.invite_setting set most_per_inviter = 1')
    await verifyOverlapping(await world.addFriend(inviter), await world.addFriend(inviter))
    await payAll()
    expect(await paysOf(inviter)).toEqual(['5000000 true'])
    expect((await world.service.summary(inviter)).reward).toBeNull()
    await world.ledger.owner.query('update invite.invite_setting set most_per_inviter = 100')
  })

  test('a reward that cannot be paid keeps no other of its stripe waiting, and is paid once it can be', async () => {
    const inviter = await world.addInviter()
    const friends: bigint[] = []
    for (let count = 0; count < 4; count += 1) friends.push(await world.addVerifiedFriend(inviter))
    await world.ledger.owner.query(
      `create function ledger.poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`,
    )
    await world.ledger.owner.query(
      `create trigger poison before update on invite.invite_reward for each row when (old.invited_id = ${friends[0]})
       execute function ledger.poison()`,
    )
    let nowMs = 0
    const stuck: number[] = []
    const payer = startRewardPayer({
      ...world.payerOptions,
      monotonic: { nowMs: () => nowMs },
      onStuck: (rewards) => stuck.push(rewards),
    })
    await payer.look()
    expect(await paysOf(inviter)).toEqual(['5000000 false', '5000000 true', '5000000 true', '5000000 true'])
    await world.ledger.owner.query('drop trigger poison on invite.invite_reward')
    nowMs += 61_000
    await payer.look()
    await payer.stop()
    expect(stuck).toEqual([1, 0])
    expect(await world.gained(inviter)).toBe(20n * coin)
    await isClean()
  })

  test('a halted stripe keeps its rewards, and no other', async () => {
    const [inviter, other] = [await world.addInviter(), await world.addInviter()]
    await world.addVerifiedFriend(inviter)
    await world.addVerifiedFriend(other)
    await world.ledger.owner.query(
      `update ledger.stripe set halted_reason = 'tried' where stripe = 5 + $1::bigint % 4`,
      [inviter],
    )
    const payer = startRewardPayer(world.payerOptions)
    await payer.look()
    expect([await world.gained(inviter), await world.gained(other)]).toEqual([0n, 5n * coin])
    await world.ledger.owner.query('select ledger.resume()')
    await payer.look()
    await payer.stop()
    expect(await world.gained(inviter)).toBe(5n * coin)
  })
})

/** PostgreSQL's SQLSTATE for a statement. */
const codeOf = (pool: Pool, statement: string): Promise<string> =>
  pool.query(statement).then(
    () => 'done',
    (error: DatabaseError) => error.code ?? String(error),
  )

describe('the application role', () => {
  test('can neither promise, change nor undo a reward, nor say what one is', async () => {
    const inviter = await world.addInviter()
    const friend = await world.addFriend(inviter)
    for (const attack of [
      `insert into invite.invite_reward (invited_id, inviter_id, asset, amount, stripe, promised_ms)
        values (${friend}, ${inviter}, 2, 1, 5, 0)`,
      'update invite.invite_reward set amount = 2 * amount',
      'update invite.invite_reward set paid_ms = null, seq = null',
      'delete from invite.invite_reward',
      'select invite.set_invite_reward(2::smallint, 1)',
      `select invite.fund_rewards('mine', 2::smallint, 1000000)`,
      'select invite.promise_reward()',
      `update identity.customer set kyc_state = 'verified' where customer_id = ${friend}`,
    ])
      expect({ attack, code: await codeOf(world.ledger.app, attack) }).toEqual({ attack, code: '42501' })
    for (const limit of [0, 1_001, null])
      await expect(
        world.ledger.app.query('select invite.pay_invite_rewards(5::smallint, $1)', [limit]),
      ).rejects.toThrow('malformed')
  })

  test('has not even an owner who changes by mistake what was promised', async () => {
    const inviter = await world.addInviter()
    await world.addVerifiedFriend(inviter)
    await payAll()
    for (const mistake of [
      'update invite.invite_reward set amount = amount + 1',
      'update invite.invite_reward set paid_ms = null, seq = null',
      'delete from invite.invite_reward',
      'truncate invite.invite_reward',
    ])
      expect({ mistake, code: await codeOf(world.ledger.owner, mistake) }).toEqual({ mistake, code: '23000' })
  })
})

describe('the checker', () => {
  let inviter: bigint
  let where: string
  let paid: string
  beforeAll(async () => {
    await world.setReward(five)
    inviter = await world.addInviter()
    where = `where invited_id = ${await world.addVerifiedFriend(inviter)}`
    await payAll()
    const { rows } = await world.ledger.app.query<{ paid: string }>(
      `select format('paid_ms = %s, seq = %s', paid_ms, seq) as paid from invite.invite_reward ${where}`,
    )
    paid = rows[0]?.paid ?? ''
    await world.ledger.owner.query('alter table invite.invite_reward disable trigger user')
  })

  const isOther = 'those that their batch hashed'
  test.each([
    ['its amount', () => 'amount = amount + 1', () => 'amount = amount - 1', isOther],
    ['when it was promised', () => 'promised_ms = promised_ms - 1', () => 'promised_ms = promised_ms + 1', isOther],
    [
      'whose it is',
      () => 'inviter_id = inviter_id + 4',
      () => 'inviter_id = inviter_id - 4',
      'every reward follows from an invitation',
    ],
    [
      'that it was paid',
      () => 'paid_ms = null, seq = null',
      () => paid,
      'every reward was booked once, and nothing else as one',
    ],
  ])('sees that of a paid reward was changed: %s', async (_, change, back, invariant) => {
    await world.ledger.owner.query(`update invite.invite_reward set ${change()} ${where}`)
    const found = (await checkLedger(world.ledger.app)).mismatches.map((mismatch) => mismatch.invariant)
    await world.ledger.owner.query(`update invite.invite_reward set ${back()} ${where}`)
    expect(found).toContainEqual(expect.stringContaining(invariant))
  })

  test('finds nothing else', isClean)
})
