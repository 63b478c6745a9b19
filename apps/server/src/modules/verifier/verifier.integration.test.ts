import { randomBytes } from 'node:crypto'
import { passkeyBinding, passkeyCodeKey, passkeyProof } from '@candor/formulas/passkey-proof'
import { afterAll, describe, expect, test } from 'vitest'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { beginConfirmation, beginPasskey } from '../confirmation/confirmation-store.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { openWithdrawalWorld } from '../withdrawal/testing/withdrawal-world.ts'
import { addPasskey, challengeOf, confirmAct, testVerifier } from './testing/confirm.ts'
import { createSoftwareAuthenticator } from './testing/software-authenticator.ts'
import type { Forgery, SoftwareAuthenticator } from './testing/software-authenticator.ts'
import type { CreatedPasskey } from './verifier-messages.ts'

const code = 'good-code-2345'

const database = await testDatabase()
const world = closeAfterTests(await openWithdrawalWorld(database))
const owner = world.ledger.owner
const app = world.ledger.app
const pool = createPool(database.verifierUrl, 'test-verifier')
const verifier = testVerifier(pool)
const payee = await world.addPayee()
const ada = await withKey('ada')
const eva = await withKey('eva')
afterAll(() => pool.end())

async function withKey(name: string) {
  const { secret } = await logInOperator({ owner, app }, { name, roles: ['payments'] })
  return { secret, key: await addPasskey({ owner, app }, secret, { counts: true }) }
}

async function begin(secret: string, id: bigint) {
  const begun = await beginConfirmation(app, secret, { act: 'withdrawal.approve', id, reference: null })
  if (begun === null) throw new Error('the withdrawal needs no confirmation')
  return begun
}

/** Hands over what a key signs for this withdrawal. */
async function sign(secret: string, key: SoftwareAuthenticator, id: bigint, forgery?: Forgery) {
  const { confirmationId, bytes } = await begin(secret, id)
  return verifier.take({ act: 'confirm', confirmationId, used: key.use(challengeOf(bytes), forgery) })
}

describe('a confirmation', () => {
  test('names what is approved, in bytes that are never the same', async () => {
    const id = await world.withdraw(payee, 'USDT', '350')
    const [one, two] = [await begin(ada.secret, id), await begin(ada.secret, id)]
    expect(one.bytes).toMatch(/^Candor confirmation 1\n\{/)
    const { number, details, operator, act } = JSON.parse(one.bytes.replace(/^.*\n/, ''))
    expect({ number, operator, act }).toEqual({ number: String(id), operator: 'ada', act: 'withdrawal.approve' })
    expect(details).toMatchObject({
      amount: '350',
      asset: 'USDT',
      destination: { chain: 'ERC20' },
      destinationDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(one.bytes).not.toBe(two.bytes)
    expect(one.credentialIds).toEqual([ada.key.credentialId])
  })

  test('names the first operator to the second one, and no longer fits where another has approved meanwhile', async () => {
    const id = await world.withdraw(payee, 'USDT', '352')
    const early = await sign(eva.secret, eva.key, id)
    expect(early).toBe('confirmed')
    expect(await sign(ada.secret, ada.key, id)).toBe('confirmed')
    const approve = (secret: string) =>
      app.query("select withdrawal.decide_withdrawal($1, $2, 'approve', null) as outcome", [secret, id])
    await approve(ada.secret)
    await expect(approve(eva.secret)).rejects.toMatchObject({ code: 'CO005' })
    const { bytes } = await begin(eva.secret, id)
    expect(JSON.parse(bytes.replace(/^.*\n/, ''))).toMatchObject({ operator: 'eva', details: { step: '2 of 2' } })
    // The second operator decides without knowing who was first. Random digits may contain the name's letters.
    expect(bytes).not.toMatch(/\bada\b/)
    expect(await sign(eva.secret, eva.key, id)).toBe('confirmed')
    expect((await approve(eva.secret)).rows).toEqual([{ outcome: 'approved' }])
  })

  test('is none where one operator is enough, nor for a case that does not exist', async () => {
    const id = await world.withdraw(await world.addPayee(), 'USDT', '20')
    for (const wanted of [id, 999n])
      expect(await confirmAct({ owner, app }, ada.secret, { act: 'withdrawal.approve', id: wanted })).toBe(false)
  })

  test('is given by the passkey of the operator, once', async () => {
    const id = await world.withdraw(payee, 'USDT', '351')
    const { confirmationId, bytes } = await begin(ada.secret, id)
    const used = ada.key.use(challengeOf(bytes))
    expect(await verifier.take({ act: 'confirm', confirmationId, used })).toBe('confirmed')
    expect(await verifier.take({ act: 'confirm', confirmationId, used })).toBe('expired')
  })

  test.each<[string, Forgery]>([
    ['of another page', { origin: 'https://console.candor.test.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without verifying its owner', { isVerified: false }],
    ['of another kind', { type: 'webauthn.create' }],
    ['with a counter that went back', { signCount: 1 }],
  ])('is refused %s', async (_title, forgery) => {
    const id = await world.withdraw(payee, 'USDT', '352')
    expect(await sign(ada.secret, ada.key, id, forgery)).toBe('refused')
    expect(await sign(ada.secret, ada.key, id)).toBe('confirmed')
  })

  test("is refused by another operator's passkey, an unknown one, and with other bytes", async () => {
    const id = await world.withdraw(payee, 'USDT', '353')
    expect(await sign(ada.secret, eva.key, id)).toBe('refused')
    expect(await sign(ada.secret, createSoftwareAuthenticator(), id)).toBe('refused')
    const { confirmationId } = await begin(ada.secret, id)
    const used = ada.key.use(randomBytes(32))
    expect(await verifier.take({ act: 'confirm', confirmationId, used })).toBe('refused')
  })

  test('of garbage is refused, and what does not wait is expired', async () => {
    const id = await world.withdraw(payee, 'USDT', '354')
    const { confirmationId, bytes } = await begin(ada.secret, id)
    const used = ada.key.use(challengeOf(bytes))
    const garbage = { ...used, response: { ...used.response, signature: 'AAAA', authenticatorData: 'AAAA' } }
    expect(await verifier.take({ act: 'confirm', confirmationId, used: garbage })).toBe('refused')
    expect(await verifier.take({ act: 'confirm', confirmationId: 999_999n, used })).toBe('expired')
    await world.ledger.moveTo(world.ledger.slot + 601)
    expect(await verifier.take({ act: 'confirm', confirmationId, used })).toBe('expired')
  })
})

describe('a new passkey', () => {
  const make = async (secret: string, given: (created: CreatedPasskey) => object) => {
    const { confirmationId, bytes } = await beginPasskey(app, secret)
    const key = createSoftwareAuthenticator()
    const created = key.create(challengeOf(bytes))
    const request = { act: 'enrol', confirmationId, name: 'Key', created, proof: null, used: null } as const
    return { key, created, outcome: await verifier.take({ ...request, ...given(created) }) }
  }
  const newOperator = async (name: string) => {
    const { secret } = await logInOperator({ owner, app }, { name, roles: ['payments'] })
    await owner.query('select operator.allow_passkey($1, $2)', [name, Buffer.from(passkeyCodeKey(code))])
    return secret
  }
  const proved = (key: Uint8Array) => (created: CreatedPasskey) => ({ proof: passkeyProof(key, created.response) })

  test("takes the owner's code, once", async () => {
    const secret = await newOperator('first')
    expect((await make(secret, () => ({}))).outcome).toBe('refused')
    expect((await make(secret, proved(passkeyCodeKey('wrong')))).outcome).toBe('refused')
    expect((await make(secret, proved(passkeyCodeKey(code)))).outcome).toBe('confirmed')
    expect((await make(secret, proved(passkeyCodeKey(code)))).outcome).toBe('refused')
  })

  test('cannot take the place of the one that the code was used for', async () => {
    const secret = await newOperator('carried')
    const { confirmationId, bytes } = await beginPasskey(app, secret)
    const seen = proved(passkeyCodeKey(code))(createSoftwareAuthenticator().create(challengeOf(bytes)))
    const created = createSoftwareAuthenticator().create(challengeOf(bytes))
    const forged = { act: 'enrol', confirmationId, name: 'Key', created, used: null, ...seen } as const
    expect(await verifier.take(forged)).toBe('refused')
  })

  test('is no longer permitted after a day, nor for another operator', async () => {
    const secret = await newOperator('late')
    expect((await make(ada.secret, proved(passkeyCodeKey(code)))).outcome).toBe('refused')
    await owner.query('update operator.passkey_code set expires_ms = 1')
    expect((await make(secret, proved(passkeyCodeKey(code)))).outcome).toBe('refused')
  })

  test('is permitted by one that the operator has, which signs the new key', async () => {
    const byAda = await make(ada.secret, (created) => ({ used: ada.key.use(passkeyBinding(created.response)) }))
    expect(byAda.outcome).toBe('confirmed')
    const byEva = await make(ada.secret, (created) => ({ used: eva.key.use(passkeyBinding(created.response)) }))
    expect(byEva.outcome).toBe('refused')
    const ofAnother = await make(ada.secret, () => ({ used: ada.key.use(passkeyBinding(byAda.created.response)) }))
    expect(ofAnother.outcome).toBe('refused')
    const id = await world.withdraw(payee, 'USDT', '355')
    expect(await sign(ada.secret, byAda.key, id)).toBe('confirmed')
  })

  test('ends with the others when the owner removes them', async () => {
    const secret = await newOperator('removed')
    const { key } = await make(secret, proved(passkeyCodeKey(code)))
    const id = await world.withdraw(payee, 'USDT', '356')
    expect(await sign(secret, key, id)).toBe('confirmed')
    await owner.query(`select operator.remove_passkeys('removed')`)
    await expect(
      owner.query(
        `select operator.require_confirmation(operator_id, kind, case_id, details) from operator.confirmation
         where case_id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ code: 'CO005' })
    expect(await sign(secret, key, id)).toBe('refused')
  })
})

test('a reviewer of the sandbox is confirmed by the verifier, and no other operator', async () => {
  const id = await world.withdraw(payee, 'USDT', '357')
  const { confirmationId } = await begin(ada.secret, id)
  expect(await verifier.take({ act: 'review', confirmationId })).toBe('refused')
  const reviewer = { name: 'sandbox-reviewer-9', roles: ['payments'], isSandbox: true } as const
  const { secret } = await logInOperator({ owner, app }, reviewer)
  const begun = await begin(secret, id)
  expect(await verifier.take({ act: 'review', confirmationId: begun.confirmationId })).toBe('confirmed')
})

test('a confirmation that was given is kept', async () => {
  for (const change of [
    'delete from operator.confirmation where confirmed_ms is not null',
    'update operator.confirmation set confirmed_ms = 1 where confirmed_ms is not null',
    "update operator.confirmation set details = '{}'",
  ])
    await expect(owner.query(change)).rejects.toMatchObject({ code: '23000' })
})
