import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { tokenHash } from '../apps/server/src/platform/token.ts'
import { acknowledgedIds, atOnce, one, outcomes, storedAre, strangers, successes } from './race.ts'
import type { Race } from './race.ts'
import { redemptionOrMaturity, sameTerm } from './term-races.ts'
import { sameAnswer } from './support-races.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'
import { balanceOrWithdrawal, sameQuote, sameWithdrawal } from './withdrawal-races.ts'
import { formBody, WireWorld } from './wire-world.ts'
import type { WireAnswer } from './wire-world.ts'

const userSchema = z.object({ user: z.object({ id: z.string() }) })
/** Large compared with the opening balance, and within the terms: only some fit. */
const largeStake = 4_000
/** A thousand repeats of one registration check a thousand passwords sequentially. */
const patienceMs = 900_000
const attempts = 20

/** Many requests at once with one key, or for one balance: every call that moves money has exactly one effect. */
export const races = trial({
  about: 'Many requests at once with one key, or for one balance: each has one effect',
  sizes: { requests: [1_000, 40], rounds: [3, 1] },
  async run({ sizes, progress }) {
    const all: readonly Race[] = [
      sameKey,
      sameKeyOtherValues,
      sameBalance,
      sameRegistration,
      sameMailbox,
      sameWithdrawal,
      sameQuote,
      balanceOrWithdrawal,
      sameTerm,
      redemptionOrMaturity,
      sameAnswer,
    ]
    const world = await WireWorld.open({ customers: all.length * sizes.rounds, patienceMs })
    try {
      const findings: Finding[] = []
      for (const [index, token] of world.tokens.entries()) {
        const race = all[index % all.length]
        if (race === undefined) continue
        const finding = await race(world, token, sizes.requests)
        progress(`${finding.name}: ${JSON.stringify(finding.figures)}`)
        findings.push({ ...finding, failures: [...finding.failures, ...(await world.brokenInvariants())] })
      }
      return findings
    } finally {
      await world.close()
    }
  },
})

/** The same purchase repeated: one order, named by every response. */
const sameKey: Race = async (world, token, requests) => {
  const answers = await untilAccepted(() => {
    const form = world.buyForm({ asset: 'USDT' })
    return atOnce(requests, () => world.post('contract/buy', formBody(form), token))
  })
  const failures = [
    ...strangers(answers, []),
    ...one('orders were acknowledged', acknowledgedIds(answers)),
    ...(await storedAre(world, token, 'orders', [1n])),
  ]
  return { name: 'races-same-key', size: requests, failures, figures: outcomes(answers) }
}

/** One key with two stakes: the first one stands, and the other gets a conflict. */
const sameKeyOtherValues: Race = async (world, token, requests) => {
  const stakeOf = (index: number) => 1 + (index % 2)
  const answers = await untilAccepted(() => {
    const form = world.buyForm({ asset: 'USDT' })
    return atOnce(requests, (index) =>
      world.post('contract/buy', formBody({ ...form, stake: String(stakeOf(index)) }), token),
    )
  })
  const accepted = stakeOf(answers.findIndex(({ error }) => error === null))
  const wrong = answers.filter(({ error }, index) => (error === null) !== (stakeOf(index) === accepted))
  const failures = [
    ...strangers(answers, ['conflict']),
    ...one('orders were acknowledged', acknowledgedIds(answers)),
    ...(wrong.length === 0 ? [] : [`${wrong.length} answers took one stake for the other`]),
    ...(await storedAre(world, token, 'orders', [BigInt(accepted)])),
  ]
  return { name: 'races-same-key-other-values', size: requests, failures, figures: outcomes(answers) }
}

/** Different purchases of which the balance pays only some: exactly those that fit are accepted. */
const sameBalance: Race = async (world, token, requests) => {
  const [account] = (
    await world.owner.query<{ free: bigint }>(
      `select posted - held as free from ledger.balance join identity.session on owner_id = customer_id where token_hash = $1 and asset = 2`,
      [tokenHash(token)],
    )
  ).rows
  const change = { asset: 'USDT', stake: String(largeStake) }
  const answers = await atOnce(requests, () => world.post('contract/buy', formBody(world.buyForm(change)), token))
  const { rows } = await world.owner.query<{ cost: bigint }>(
    'select stake + fee as cost from contract.contract_order join identity.session using (customer_id) where token_hash = $1',
    [tokenHash(token)],
  )
  const [cost] = rows.map((row) => row.cost)
  const fits = account === undefined || cost === undefined ? 0n : account.free / cost
  const acknowledged = acknowledgedIds(answers).size
  const failures = [
    // A late frame causes refusals: those have no effect, and the others still spend exactly what there is.
    ...strangers(answers, ['insufficient-balance', 'frequent-operations', 'market-stale', 'price-moved']),
    ...(BigInt(rows.length) === fits && fits > 0n ? [] : [`${rows.length} orders are stored and ${fits} fit`]),
    ...(acknowledged === rows.length ? [] : [`${acknowledged} orders were acknowledged and ${rows.length} are stored`]),
  ]
  return { name: 'races-same-balance', size: requests, failures, figures: outcomes(answers) }
}

/** The same registration, sent again and again: one customer with one grant. */
const sameRegistration: Race = (world, _token, requests) =>
  registrationRace({ world, requests, name: 'races-same-registration', isOneKey: true })

/** Many registrations with the same mailbox and code: one of them succeeds. */
const sameMailbox: Race = (world, _token, requests) =>
  registrationRace({ world, requests, name: 'races-same-mailbox', isOneKey: false })

async function registrationRace(race: {
  world: WireWorld
  requests: number
  name: string
  isOneKey: boolean
}): Promise<Finding> {
  const { world, requests, name, isOneKey } = race
  const form = await world.registrationForm()
  const answers = await atOnce(requests, () =>
    world.post('user/register', formBody(isOneKey ? form : { ...form, requestId: randomUUID() }), null),
  )
  const ids = new Set(successes(answers).map((data) => z.parse(userSchema, data).user.id))
  const { rows } = await world.owner.query<{ grants: bigint }>(
    `select (select count(*) from ledger.posting join ledger.balance using (account_id) where owner_id = customer_id and posting.kind = 'grant') as grants
     from identity.customer where email = $1`,
    [form['email']],
  )
  const failures = [
    // Passwords are hashed a few at a time: excess callers are asked to retry later.
    ...strangers(
      answers,
      isOneKey ? ['frequent-operations'] : ['frequent-operations', 'already-registered', 'wrong-code', 'conflict'],
    ),
    ...one('customers were acknowledged', ids),
    ...(isOneKey || successes(answers).length === 1 ? [] : [`${successes(answers).length} registrations succeeded`]),
    ...(rows.length === 1 ? [] : [`${rows.length} customers are stored`]),
    ...(rows.every(({ grants }) => grants === 2n)
      ? []
      : [`there are ${rows[0]?.grants} grants, not one for each asset`]),
  ]
  return { name, size: requests, failures, figures: outcomes(answers) }
}

/** A machine that needs longer than a price is good for has every request refused: then the race is run again. */
async function untilAccepted(run: () => Promise<WireAnswer[]>): Promise<WireAnswer[]> {
  for (let attempt = 1; ; attempt += 1) {
    const answers = await run()
    if (attempt === attempts || answers.some(({ error }) => error === null)) return answers
  }
}
