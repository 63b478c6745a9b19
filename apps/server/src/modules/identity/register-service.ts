import type { InputOf, Language, UserView, userRegister } from '@candor/api'
import { dayMs } from '@candor/formulas'
import type { Clock } from '../../platform/clock.ts'
import { keyedHash, sameHash } from '../../platform/keyed-hash.ts'
import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Refused, Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { takeTurn } from '../codes/index.ts'
import type { Codes } from '../codes/index.ts'
import { LedgerHaltedError } from '../ledger/index.ts'
import type { Consents } from '../legal/index.ts'
import { findCustomer, findCustomerByContact, findInvitation, holdPassword, insertCustomer } from './customer-store.ts'
import type { Customer } from './customer-store.ts'
import { inviteCodeOf } from './identity.ts'
import type { Contact } from './identity.ts'
import type { DeviceMarks } from './device-marks.ts'
import type { LoginHistory } from './login-history.ts'
import type { LoginCaller } from './login-service.ts'
import type { NumberProbes } from './number-probes.ts'
import type { Passwords } from './password-hash.ts'
import type { PasswordRules } from './password-rules.ts'
import { deleteRegistrations, findRegistration, insertRegistration } from './registration-store.ts'
import type { Registration } from './registration-store.ts'
import type { Sessions } from './session-service.ts'
import type { CustomerNames, SharedNames } from './shared-names.ts'
import { userViewOf } from './user-view.ts'

/** A repeat comes from a client that lost the response; much later it is a reused id. */
const repeatableMs = dayMs
const keptMs = 7 * dayMs

/** The registering caller and their network. */
export interface RegisterCaller extends LoginCaller {
  readonly lang: Language
}

export interface SignedIn {
  readonly token: string
  readonly user: UserView
}

export type RegisterRefusal =
  | 'invalid'
  | 'invite-code-unknown'
  | 'already-registered'
  | 'wrong-code'
  | 'wrong-captcha'
  | 'captcha-required'
  | 'conflict'
  | 'terms-changed'
  | 'frequent-operations'
  | 'books-halted'

export interface RegisterDependencies {
  readonly pool: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly secret: string
  readonly codes: Codes
  readonly passwords: Passwords
  readonly passwordRules: PasswordRules
  readonly sessions: Sessions
  readonly history: LoginHistory
  readonly deviceMarks: DeviceMarks
  readonly numberProbes: NumberProbes
  /** The names that all cells share; null or absent where this is the only one. */
  readonly sharedNames?: SharedNames | null
  /**
   * Opens the customer's ledger accounts: the last statement of the same transaction. Throws LedgerHaltedError where
   * the books are halted.
   */
  openAccounts(client: Transaction, customerId: bigint): Promise<void>
  /** The customer's consent to the legal texts, recorded in the transaction of the registration. */
  readonly consents: Pick<Consents, 'covers' | 'agree'>
  /** Called after the commit with the inviter of a new customer. */
  onInvited(inviterId: bigint, code: string): void
}

/** A legal text was replaced while a registration was being stored: it is rolled back. */
class TextsReplacedError extends Error {
  override readonly name = 'TextsReplacedError'
}

/** Registers customers. */
export interface Register {
  register(form: InputOf<typeof userRegister>, caller: RegisterCaller): Promise<Result<SignedIn, RegisterRefusal>>
  prune(): Promise<void>
}

interface Wish {
  readonly requestId: string
  readonly contact: Contact
  readonly loginPassword: string
  readonly inviteCode: string
  readonly fingerprint: Buffer
}

/** Proves the mailbox or the person. `spend` uses the proof up in the transaction of the registration. */
type Proof = Result<
  { spend(client: Transaction): Promise<boolean> },
  'wrong-code' | 'wrong-captcha' | 'captcha-required'
>

/**
 * Creates the registration. The proof (mailbox code or captcha) comes first: without it a caller must not learn which
 * invitation codes or accounts exist. A repeat with the same request id and values returns the same account with a new
 * token.
 */
export function createRegister(deps: RegisterDependencies): Register {
  const { pool, clock, secret, codes, passwords, sessions, history } = deps
  const inTurn = createTurns<Proven>()

  const registerNew = async (
    wish: Wish,
    form: InputOf<typeof userRegister>,
    caller: RegisterCaller,
    turns: Turns<Proven>,
  ): Promise<Result<SignedIn, RegisterRefusal>> => {
    const { mobile, email } = wish.contact
    // First, so that a refused password uses up neither code nor captcha.
    const broken = deps.passwordRules.brokenBy(wish.loginPassword, [mobile, email])
    if (broken !== null) return refuse('invalid', { loginPassword: broken })
    if (!(await deps.consents.covers(form.documents))) return refuse('terms-changed')
    const proof = await prove(codes, wish, form, caller.ip)
    if (!proof.ok) return proof
    const invitation = await findInvitation(pool, wish.inviteCode)
    if (invitation === null) return refuse('invite-code-unknown')
    const known = await refuseKnown(deps, wish, caller.ip)
    if (known !== null) return known
    const hashed = await passwords.hash(wish.loginPassword)
    if (!hashed.ok) return hashed
    const names = await reserveNames(deps, wish, caller.ip)
    if (!names.ok) return names
    const registered = await withBooks(deps, wish, async (client) => {
      await takeTurn(client, `registration ${wish.requestId}`, clock.nowMs())
      if ((await findRegistration(client, wish.requestId)) !== null) return refuse('conflict')
      if (!(await proof.value.spend(client))) return refuse('wrong-code')
      const customer = await store(deps, client, {
        wish,
        caller,
        passwordHash: hashed.value,
        invitedBy: invitation.invitedBy,
        names: names.value,
      })
      if (customer === null) return refuse('already-registered')
      const seen = { documents: form.documents, language: caller.lang }
      if (!(await deps.consents.agree(client, customer.customerId, seen))) throw new TextsReplacedError()
      const token = await sessions.open(client, customer.customerId, caller)
      await history.recordRegistration(client, customer.customerId, caller)
      // Last, because it locks custody until the commit, and every other registration waits for it.
      await deps.openAccounts(client, customer.customerId)
      turns.known = { loginPassword: wish.loginPassword, passwordHash: hashed.value }
      return ok(signedIn(deps, caller, { token, customer }))
    })
    if (registered.ok && invitation.invitedBy !== null) deps.onInvited(invitation.invitedBy, wish.inviteCode)
    return registered
  }

  const registerOnce = async (
    wish: Wish,
    form: InputOf<typeof userRegister>,
    caller: RegisterCaller,
    turns: Turns<Proven>,
  ) => {
    const earlier = await findRegistration(pool, wish.requestId)
    return earlier === null
      ? registerNew(wish, form, caller, turns)
      : answerRepeat(deps, earlier, { wish, caller, turns })
  }

  return {
    register(form, caller) {
      const wish = wishOf(form, secret)
      return inTurn(wish.requestId, (turns) => registerOnce(wish, form, caller, turns))
    },
    prune: () => deleteRegistrations(pool, clock.nowMs() - keptMs),
  }
}

async function prove(codes: Codes, { contact }: Wish, form: InputOf<typeof userRegister>, ip: string): Promise<Proof> {
  if (contact.email !== null) {
    const target = { purpose: 'register', address: contact.email } as const
    const codeId = await codes.mailbox.check(target, form.code ?? '', ip)
    return codeId === null ? refuse('wrong-code') : ok({ spend: (client) => codes.mailbox.use(client, codeId) })
  }
  const verdict = await codes.captcha.prove(form)
  if (verdict === 'proven') return ok({ spend: () => Promise.resolve(true) })
  return refuse(verdict === 'absent' ? 'captcha-required' : 'wrong-captcha')
}

/**
 * The refusal of a contact that is registered, or null. An e-mail has been proven by its code. A number has not: a
 * network learns of few that are registered.
 */
async function refuseKnown(
  deps: RegisterDependencies,
  { contact }: Wish,
  ip: string,
): Promise<Refused<'already-registered' | 'frequent-operations'> | null> {
  const { mobile } = contact
  if (mobile !== null && !deps.numberProbes.mayLearn(ip, mobile)) return refuse('frequent-operations')
  return (await findCustomerByContact(deps.pool, contact)) === null ? null : refuseRegistered(deps, contact, ip)
}

function refuseRegistered(
  { codes, numberProbes }: RegisterDependencies,
  { mobile }: Contact,
  ip: string,
): Refused<'already-registered'> {
  if (mobile !== null) {
    numberProbes.learned(ip, mobile)
    codes.captcha.charge(ip)
  }
  return refuse('already-registered')
}

/** Reserves the names of the customer in all cells, where there are several. Null where this is the only one. */
async function reserveNames(
  deps: RegisterDependencies,
  { contact }: Wish,
  ip: string,
): Promise<Result<CustomerNames | null, 'already-registered'>> {
  const { sharedNames = null } = deps
  if (sharedNames === null) return ok(null)
  const reserved = await sharedNames.reserve(contact)
  return reserved.ok ? reserved : refuseRegistered(deps, contact, ip)
}

/** Runs a registration in one transaction. While the books are halted nothing of it is stored, and it is refused. */
async function withBooks(
  { pool, logger }: RegisterDependencies,
  { requestId }: Wish,
  work: (client: Transaction) => Promise<Result<SignedIn, RegisterRefusal>>,
): Promise<Result<SignedIn, RegisterRefusal>> {
  try {
    return await withTransaction(pool, work)
  } catch (error) {
    if (error instanceof TextsReplacedError) return refuse('terms-changed')
    if (!(error instanceof LedgerHaltedError)) throw error
    logger.warn({ err: error, requestId }, 'registration refused: the books are halted')
    return refuse('books-halted')
  }
}

async function answerRepeat(
  deps: RegisterDependencies,
  earlier: Registration,
  { wish, caller, turns }: { wish: Wish; caller: RegisterCaller; turns: Turns<Proven> },
): Promise<Result<SignedIn, RegisterRefusal>> {
  const { pool, clock, secret, passwords, sessions } = deps
  const isLate = clock.nowMs() - earlier.createdMs >= repeatableMs
  if (isLate || !sameHash(earlier.fingerprint, wish.fingerprint)) return refuse('conflict')
  const customer = await findCustomer(pool, earlier.customerId)
  const passwordHash = customer?.passwordHash ?? null
  if (!isProven(wish.loginPassword, passwordHash, turns.known, secret)) {
    const matches = await passwords.verify(wish.loginPassword, passwordHash)
    if (!matches.ok) return matches
    if (!matches.value) return refuse('conflict')
    turns.known = { loginPassword: wish.loginPassword, passwordHash }
  }
  if (customer === null) return refuse('conflict')
  const token = await withTransaction(pool, async (client) => {
    const isUnchanged = await holdPassword(client, customer.customerId, customer.passwordHash)
    return isUnchanged ? sessions.open(client, customer.customerId, caller) : null
  })
  return token === null ? refuse('conflict') : ok(signedIn(deps, caller, { token, customer }))
}

/** The response to a new session. The browser keeps that it has logged in. */
function signedIn(
  { deviceMarks }: RegisterDependencies,
  { device }: RegisterCaller,
  { token, customer }: { readonly token: string; readonly customer: Customer },
): SignedIn {
  device.keep(deviceMarks.add(device.value, customer.customerId))
  return { token, user: userViewOf(customer) }
}

interface Admitted {
  readonly wish: Wish
  readonly caller: RegisterCaller
  readonly passwordHash: string
  readonly invitedBy: bigint | null
  readonly names: CustomerNames | null
}

async function store(deps: RegisterDependencies, client: Transaction, admitted: Admitted): Promise<Customer | null> {
  const { wish, caller, passwordHash, invitedBy, names } = admitted
  const createdMs = deps.clock.nowMs()
  const customer = await insertCustomer(client, {
    ...wish.contact,
    names,
    passwordHash,
    invitedBy,
    lang: caller.lang,
    createdMs,
  })
  if (customer === null) return null
  const { customerId } = customer
  await insertRegistration(client, wish.requestId, { fingerprint: wish.fingerprint, customerId, createdMs })
  return customer
}

/** A password that is the one of a stored hash. */
interface Proven {
  readonly loginPassword: string
  readonly passwordHash: string | null
}

/**
 * Whether a repeat that waited for its turn sends the password already verified by an earlier call: the slow hash is
 * computed once for all of them. This reveals nothing, because the responses are the same.
 */
function isProven(loginPassword: string, passwordHash: string | null, known: Proven | null, secret: string): boolean {
  if (known === null || passwordHash === null || known.passwordHash !== passwordHash) return false
  const hashOf = (password: string) => keyedHash(secret, 'repeat', password)
  return sameHash(hashOf(known.loginPassword), hashOf(loginPassword))
}

/** State that calls with one key share with those waiting behind them. Deleted with the last of them. */
interface Turns<Known> {
  known: Known | null
}

/**
 * Serialises calls with one key. A repeat that overtakes the first call waits for it, rather than find the code used
 * and no account yet.
 */
function createTurns<Known>(): <T>(key: string, work: (turns: Turns<Known>) => Promise<T>) => Promise<T> {
  const queues = new Map<string, Turns<Known> & { last: Promise<unknown> }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { known: null, last: Promise.resolve() }
    const turn = queue.last.catch(() => undefined).then(() => work(queue))
    queue.last = turn
    queues.set(key, queue)
    try {
      return await turn
    } finally {
      if (queue.last === turn) queues.delete(key)
    }
  }
}

function wishOf(form: InputOf<typeof userRegister>, secret: string): Wish {
  const contact = { mobile: form.mobile ?? null, email: form.email?.toLowerCase() ?? null }
  const inviteCode = inviteCodeOf(form.inviteCode)
  // Without the password, whose own slow hash is compared on a repeat. Without code and captcha, which are proofs and
  // not part of the request.
  const fingerprint = keyedHash(secret, 'register', contact.mobile ?? '', contact.email ?? '', inviteCode)
  return {
    requestId: form.requestId.toLowerCase(),
    contact,
    loginPassword: form.loginPassword,
    inviteCode,
    fingerprint,
  }
}
