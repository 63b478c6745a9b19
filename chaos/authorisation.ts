import { randomUUID } from 'node:crypto'
import { operations, socketProtocol } from '@candor/api'
import type { Operation } from '@candor/api'
import * as z from 'zod/mini'
import { tokenHash } from '../apps/server/src/platform/token.ts'
import { faultOf } from './bad-input.ts'
import { tryAcross } from './operator-authorisation.ts'
import type { Stranger } from './operator-authorisation.ts'
import { bindWallet, saleForm, swapForm, withdrawalForm } from './payees.ts'
import { fieldsOf, soundForm } from './sound-forms.ts'
import { trial } from './trial.ts'
import type { Finding } from './trial.ts'
import { formBody, WireWorld } from './wire-world.ts'

const socketAnswersWithinMs = 20_000
const idSchema = z.object({ id: z.string() })

/**
 * A caller, and the required response to each kind of operation: an error's name, `ok`, or null when both are allowed.
 */
interface Caller {
  readonly name: string
  readonly token: string | null
  expected(operation: Operation): string | null
}

/** The parts, by the customers' index. */
const parts = ['sound', 'other', 'revoked', 'disabled', 'kyc none', 'kyc under-review', 'kyc rejected'] as const
type Part = (typeof parts)[number]

/**
 * Calls every operation as every caller who may not: without a token, with a garbage or revoked one, as a disabled or
 * unverified customer, and with another customer's ids. All must be refused as declared, and nothing may change.
 * Derived from the API, so new operations are covered automatically. Operators' operations are called by customers and
 * by anonymous callers. At most `garbageEach` garbage tokens are tried on one operation: with fewer than there are, the
 * operations take turns with them, and each token is still tried.
 */
export const authorisation = trial({
  about: 'Every operation, called by everybody who may not',
  // Every test run also covers the operators' operations: roles/operator-access.
  sizes: { garbage: [200, 10], garbageEach: [1_000, 4], strangers: [50, 0] },
  async run({ sizes, seed }) {
    const world = await WireWorld.open({ customers: parts.length })
    try {
      const tokens = await castParts(world)
      const findings = [
        await tryCallers(world, callersOf(tokens), {
          tokens: garbageTokens(sizes.garbage, seed),
          each: sizes.garbageEach,
        }),
        await tryForeignIds(world, tokens),
        await trySockets(world, tokens),
        ...(sizes.strangers === 0
          ? []
          : [await tryAcross(world, strangersOf(tokens, garbageTokens(sizes.strangers, seed)))]),
      ]
      const failures = await world.brokenInvariants()
      return [...findings, { name: 'authorisation-ledger', size: 1, failures }]
    } finally {
      await world.close()
    }
  },
})

async function castParts(world: WireWorld): Promise<ReadonlyMap<Part, string>> {
  const tokens = new Map(parts.map((part, index) => [part, world.tokens[index] ?? '']))
  const change = async (part: Part, set: string) => {
    const owner = 'customer_id = (select customer_id from identity.session where token_hash = $1)'
    const statement =
      part === 'revoked'
        ? `update identity.session set ${set} where token_hash = $1`
        : `update identity.customer set ${set} where ${owner}`
    await world.owner.query(statement, [tokenHash(tokens.get(part) ?? '')])
  }
  await change('revoked', 'revoked_ms = created_ms + 1')
  await change('disabled', 'state = 0')
  await change('kyc none', "kyc_state = 'none'")
  await change('kyc under-review', "kyc_state = 'under-review'")
  await change('kyc rejected', "kyc_state = 'rejected'")
  return tokens
}

/** Unissued tokens: well-formed, nearly well-formed, and malformed. All fit into a header. */
function garbageTokens(count: number, seed: number): string[] {
  const odd = [
    '',
    ' ',
    "' or 1=1 --",
    'null',
    'undefined',
    '0',
    'Bearer x',
    '../..',
    '%00',
    '{"a":1}',
    'A'.repeat(42),
    'A'.repeat(44),
    'A'.repeat(4_000),
    '__proto__',
    '*',
    '=',
  ]
  const shaped = Array.from({ length: count }, (_, index) => tokenHash(`${seed} ${index}`).toString('base64url'))
  return [...odd, ...shaped]
}

const stranger = ({ access }: Operation) => (access === 'public' ? null : 'not-logged-in')

function callersOf(tokens: ReadonlyMap<Part, string>): Caller[] {
  const unverified = (refusal: string) => (operation: Operation) => (operation.access === 'verified' ? refusal : null)
  const looksUp = ({ access, readsToken, servesDisabled }: Operation) =>
    servesDisabled !== true && (access !== 'public' || readsToken === true)
  const of = (part: Part) => tokens.get(part) ?? ''
  return [
    { name: 'nobody', token: null, expected: stranger },
    { name: 'a revoked session', token: of('revoked'), expected: stranger },
    {
      name: 'a disabled customer',
      token: of('disabled'),
      expected: (operation) => (looksUp(operation) ? 'account-disabled' : null),
    },
    { name: 'an unverified customer', token: of('kyc none'), expected: unverified('kyc-not-completed') },
    { name: 'a customer under review', token: of('kyc under-review'), expected: unverified('kyc-not-passed') },
    { name: 'a rejected customer', token: of('kyc rejected'), expected: unverified('kyc-not-passed') },
  ]
}

/** Callers unknown to the operators' API: customers in any state, and callers without a valid token. */
function strangersOf(tokens: ReadonlyMap<Part, string>, garbage: readonly string[]): Stranger[] {
  return [
    { name: 'nobody', token: null },
    ...garbage.map((token) => ({ name: `garbage ${token.slice(0, 12)}`, token })),
    ...parts.map((part) => ({ name: `the customer ${part}`, token: tokens.get(part) ?? '' })),
  ]
}

/** Only refusals are tested here: operations that may succeed for this caller are skipped. */
async function tryCallers(
  world: WireWorld,
  callers: readonly Caller[],
  garbage: { readonly tokens: readonly string[]; readonly each: number },
): Promise<Finding> {
  const failures: string[] = []
  const untried = new Set(garbage.tokens)
  let size = 0
  let turn = 0
  for (const operation of operations) {
    const before = await world.effects()
    const tokens = Array.from({ length: Math.min(garbage.each, garbage.tokens.length) }, () => {
      turn += 1
      return garbage.tokens[turn % garbage.tokens.length] ?? ''
    })
    const garbled = tokens.map((token) => ({ name: `garbage ${token.slice(0, 12)}`, token, expected: stranger }))
    for (const caller of [...callers, ...garbled]) {
      const expected = caller.expected(operation)
      if (expected === null) continue
      size += 1
      if (caller.token !== null) untried.delete(caller.token)
      failures.push(...(await tryCall(world, operation, caller, expected)))
    }
    const after = await world.effects()
    if (after !== before) failures.push(`${operation.path}: refusals had an effect: ${before} → ${after}`)
  }
  failures.push(...[...untried].map((token) => `the token ${token.slice(0, 12)} was never tried`))
  return {
    name: 'authorisation-callers',
    size,
    failures,
    figures: { operations: operations.length, callers: callers.length, garbage: garbage.tokens.length },
  }
}

async function tryCall(
  world: WireWorld,
  operation: Operation,
  { name, token }: Caller,
  expected: string,
): Promise<string[]> {
  const form = operation.path === 'contract/buy' ? world.buyForm() : soundForm(operation.path)
  const answer = await world.post(operation.path, formBody(form), token)
  const where = `${operation.path} by ${name}`
  const status = expected === 'not-logged-in' ? 408 : 200
  return [
    ...(answer.error === expected && answer.status === status
      ? []
      : [`${where}: answered ${answer.status} ${answer.error ?? 'ok'}, not ${expected}`]),
    ...(answer.data === null ? [] : [`${where}: carries data`]),
  ]
}

/** A request id is the caller's own, a captcha belongs to no one, and a product to everyone. */
const ownerless: ReadonlySet<string> = new Set(['requestId', 'captchaId', 'productId', 'advertId'])

/** The response for a nonexistent id, which must reveal nothing about another customer's. */
const asOfNothing: ReadonlySet<string> = new Set(['not-found', 'invalid', 'unknown-advert', 'quote-expired'])

/** Every id field gets the ids of another customer's orders, sessions and accounts. */
async function tryForeignIds(world: WireWorld, tokens: ReadonlyMap<Part, string>): Promise<Finding> {
  const [own, other] = [tokens.get('sound') ?? '', tokens.get('other') ?? '']
  const failures: string[] = []
  const ids = await idsOf(world, { own, other })
  let size = 0
  for (const operation of operations.filter(({ access }) => access !== 'public')) {
    for (const field of fieldsOf(operation).filter((name) => !ownerless.has(name) && /(^id|Ids?)$/.test(name))) {
      const before = await world.effects()
      for (const id of ids) {
        size += 1
        const answer = await world.post(operation.path, formBody({ ...soundForm(operation.path), [field]: id }), own)
        const where = `${operation.path} with the ${field} ${id} of another`
        if (answer.error === null) failures.push(`${where}: was answered`)
        else if (!asOfNothing.has(answer.error)) failures.push(`${where}: refused as ${answer.error}`)
        const fault = faultOf(operation, answer)
        if (fault !== null) failures.push(`${where}: ${fault}`)
      }
      if ((await world.effects()) !== before)
        failures.push(`${operation.path} with the ${field} of another had an effect`)
    }
  }
  if (size === 0) failures.push('no operation takes an id: this trial looks for the wrong names')
  return { name: 'authorisation-foreign-ids', size, failures }
}

/**
 * Another customer's property: an order, a destination, a withdrawal and its quote, an interest order, a sale, a swap
 * and another quote, all created here, a session, and the account. Numbers that the caller also owns are left out.
 */
async function idsOf(world: WireWorld, { own, other }: { own: string; other: string }): Promise<string[]> {
  const bought = await world.post('contract/buy', formBody(world.buyForm({ requestId: randomUUID() })), other)
  const order = z.parse(idSchema, bought.data).id
  const method = await bindWallet(world, other)
  const form = await withdrawalForm(world, other, '20', method)
  const withdrawal = z.parse(idSchema, (await world.post('withdrawal/create', formBody(form), other)).data).id
  const term = z.parse(
    idSchema,
    (await world.post('interest/open', formBody(soundForm('interest/open')), other)).data,
  ).id
  const sale = z.parse(
    idSchema,
    (await world.post('floor/sell', formBody(await saleForm(world, '100')), other)).data,
  ).id
  const swap = z.parse(
    idSchema,
    (await world.post('swap/execute', formBody(await swapForm(world, other)), other)).data,
  ).id
  const swapQuote = await swapForm(world, other)
  const numbersOf = async (token: string) => {
    const { rows } = await world.owner.query<{ session_id: bigint; customer_id: bigint; public_id: string }>(
      'select session_id, customer_id, public_id from identity.session join identity.customer using (customer_id) where token_hash = $1',
      [tokenHash(token)],
    )
    return rows.flatMap((row) => [String(row.session_id), String(row.customer_id), row.public_id])
  }
  const mine = new Set(await numbersOf(own))
  const quotes = [form['quoteId'] ?? '', swapQuote['quoteId'] ?? '']
  return [order, method, withdrawal, term, sale, swap, ...quotes, ...(await numbersOf(other))].filter(
    (id) => !mine.has(id),
  )
}

/** A socket is anonymous until a valid token identifies its customer. */
async function trySockets(world: WireWorld, tokens: ReadonlyMap<Part, string>): Promise<Finding> {
  const wanted: [string, string, string][] = [
    ['garbage', 'A'.repeat(43), 'not-logged-in'],
    ['a revoked session', tokens.get('revoked') ?? '', 'not-logged-in'],
    ['a disabled customer', tokens.get('disabled') ?? '', 'not-logged-in'],
    ['a sound customer', tokens.get('sound') ?? '', 'authenticated'],
  ]
  const failures: string[] = []
  for (const [name, token, expected] of wanted) {
    const answer = await authenticated(world, token)
    if (answer !== expected) failures.push(`a socket of ${name} was answered ${answer}, not ${expected}`)
  }
  return { name: 'authorisation-sockets', size: wanted.length, failures }
}

const socketMessage = z.object({ op: z.string(), error: z.optional(z.string()) })

/** The messages to a socket after authentication. */
function authenticated(world: WireWorld, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${world.origin.replace('http', 'ws')}/ws`, socketProtocol)
    const timer = setTimeout(() => reject(new Error('a socket got no response')), socketAnswersWithinMs)
    const done = (answer: string) => {
      clearTimeout(timer)
      socket.close()
      resolve(answer)
    }
    socket.addEventListener('open', () => socket.send(JSON.stringify({ op: 'auth', token })))
    socket.addEventListener('error', () => done('a broken connection'))
    socket.addEventListener('message', ({ data }) => {
      const message = z.parse(socketMessage, JSON.parse(String(data)))
      if (message.op === 'authenticated') done('authenticated')
      else if (message.op === 'error') done(message.error ?? 'error')
    })
  })
}
