import type {
  InputOf,
  OutputOf,
  PayoutMethodView,
  payoutAddBankCard,
  payoutAddWalletAddress,
  payoutList,
  payoutRemove,
} from '@candor/api'
import { readWalletAddress } from '@candor/formulas/wallet-address'
import { idOf } from '../../platform/ids.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import type { Clock } from '../../platform/clock.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { withTransaction } from '../../platform/transaction.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Seal } from '../../platform/vault/index.ts'
import { findCustomer } from '../identity/index.ts'
import type { Origin } from '../identity/index.ts'
import type { Notifier } from '../messages/index.ts'
import { enqueueNotice } from '../security/index.ts'
import type { PaymentPasswords, Totp } from '../security/index.ts'
import { readBankCode, readBankNumber } from './bank-number.ts'
import {
  addMethod,
  findFingerprint,
  foreseeMethod,
  listMethods,
  readBinding,
  readMethod,
  readPayoutSetting,
  readSealed,
  removeMethod,
} from './payout-store.ts'
import { addressEnds, destinationEnd, numberEnd, payoutMethodView, sealContext } from './payout.ts'
import type { NewDestination } from './payout.ts'
import type { Binding, SealedMethod } from './payout-store.ts'

export interface PayoutDependencies {
  readonly pool: Database
  /** Encrypts the numbers. */
  readonly seal: Seal
  /** The server's key: duplicates are found by it. */
  readonly secret: string
  /** Earlier keys: a number that is known under one of them keeps its fingerprint. */
  readonly formerSecrets: readonly string[]
  readonly clock: Clock
  readonly paymentPasswords: Pick<PaymentPasswords, 'verify'>
  readonly secondStep: Totp['check']
  readonly notifier: Notifier
}

/** A customer's destinations with the ends of their numbers, oldest first, and how many there may be. */
export async function listPayoutMethods(pool: Database, customerId: bigint): Promise<OutputOf<typeof payoutList>> {
  const [methods, setting] = await Promise.all([listMethods(pool, customerId), readPayoutSetting(pool)])
  return { items: methods.map((method) => payoutMethodView(method, setting.coolDownMs)), ...setting }
}

/** The caller and their origin, for the mail to the owner. */
export interface PayoutCaller extends Origin {
  readonly customerId: bigint
}

type ProofRefusal =
  | 'wrong-payment-password'
  | 'payment-password-locked'
  | 'no-payment-password'
  | 'totp-required'
  | 'wrong-totp'
  | 'frequent-operations'

type AddRefusal = ProofRefusal | 'upper-limit' | 'conflict'

type RemoveRefusal =
  | 'not-found'
  | 'in-use'
  | 'wrong-payment-password'
  | 'payment-password-locked'
  | 'no-payment-password'
  | 'frequent-operations'

/** Binds and removes the destinations of customers. */
export interface PayoutService {
  list(customerId: bigint): Promise<OutputOf<typeof payoutList>>
  addBankCard(
    caller: PayoutCaller,
    form: InputOf<typeof payoutAddBankCard>,
  ): Promise<Result<PayoutMethodView, 'card-already-bound' | 'invalid' | AddRefusal>>
  addWalletAddress(
    caller: PayoutCaller,
    form: InputOf<typeof payoutAddWalletAddress>,
  ): Promise<Result<PayoutMethodView, 'address-exists' | 'wrong-withdrawal-address' | AddRefusal>>
  remove(customerId: bigint, form: InputOf<typeof payoutRemove>): Promise<Result<null, RemoveRefusal>>
  /** Since when a destination is bound, and how many other accounts have bound the same one. */
  describeDestination(methodId: bigint): Promise<{ addedMs: number; otherAccounts: number }>
  /** The full number of a destination, for a paying operator. The caller must record the access first. */
  openDestination(methodId: bigint): Promise<{ number: string }>
}

/** Makes the service of destinations. */
export function createPayoutService(deps: PayoutDependencies): PayoutService {
  const { pool, seal, paymentPasswords, notifier } = deps

  async function bind<const Duplicate extends string>(
    caller: PayoutCaller,
    wanted: { proof: OwnerProof; destination: NewDestination },
    duplicate: Duplicate,
  ): Promise<Result<PayoutMethodView, Duplicate | AddRefusal>> {
    const { customerId } = caller
    const { proof, destination } = wanted
    const { requestId } = proof
    const method: SealedMethod = {
      customerId,
      requestId,
      shown: destination.shown,
      sealed: seal.close(destination.number, sealContext(customerId)),
      fingerprint: await fingerprintOf(deps, destination),
    }
    // Refused before the password: a destination that cannot be bound costs no attempt.
    const foreseen = await foreseeMethod(pool, method)
    if (foreseen === null) {
      const proven = await proveOwner(deps, customerId, proof)
      if (!proven.ok) return proven
    }
    const binding = foreseen ?? (await store(deps, caller, method))
    if (!('methodId' in binding)) return refuse(binding.outcome === 'duplicate' ? duplicate : binding.outcome)
    const id = String(binding.methodId)
    if (binding.outcome === 'added')
      await notifier.announce(customerId, { kind: 'security', id, state: 'destination-added' })
    const [stored, setting] = await Promise.all([readMethod(pool, binding.methodId), readPayoutSetting(pool)])
    return ok(payoutMethodView(stored, setting.coolDownMs))
  }

  return {
    list: (customerId) => listPayoutMethods(pool, customerId),
    async addBankCard(caller, form) {
      const destination = bankDestination(form)
      if (!destination.ok) return destination
      return bind(caller, { proof: form, destination: destination.value }, 'card-already-bound')
    },
    async addWalletAddress(caller, form) {
      const { chain, address: typed } = form
      const address = readWalletAddress(chain, typed)
      if (address === null) return refuse('wrong-withdrawal-address')
      const destination: NewDestination = {
        shown: { kind: 'wallet-address', chain, ...addressEnds(address) },
        number: address,
      }
      return bind(caller, { proof: form, destination }, 'address-exists')
    },
    async remove(customerId, { id, paymentPassword }) {
      const methodId = idOf(id)
      // Checked before the password: an unknown method costs no attempt.
      const isBound = (await listMethods(pool, customerId)).some((method) => method.methodId === methodId)
      if (methodId === null || !isBound) return refuse('not-found')
      const verified = await paymentPasswords.verify(customerId, paymentPassword)
      if (!verified.ok) return verified
      const outcome = await removeMethod(pool, customerId, methodId)
      return outcome === 'removed' ? ok(null) : refuse(outcome)
    },
    describeDestination: (methodId) => readBinding(pool, methodId),
    async openDestination(methodId) {
      const { customerId, sealed } = await readSealed(pool, methodId)
      return { number: seal.open(sealed, sealContext(customerId)) }
    },
  }
}

/**
 * Recognises a number. A withdrawal's entry in the ledger's chain names it for good, so that a number keeps the one it
 * was first bound under, whatever key the server has since.
 */
async function fingerprintOf(
  { pool, secret, formerSecrets }: PayoutDependencies,
  { shown, number }: NewDestination,
): Promise<Buffer> {
  const [present, ...former] = [secret, ...formerSecrets].map((key) =>
    keyedHash(key, 'payout-number', shown.kind, number),
  )
  if (present === undefined) throw new Error('there is no key')
  return (await findFingerprint(pool, former)) ?? present
}

/** The fields of a form that prove its owner. */
type OwnerProof = Pick<InputOf<typeof payoutAddBankCard>, 'requestId' | 'paymentPassword' | 'totp'>

/** The code is checked after the password, so that a wrong password does not use the code up. */
async function proveOwner(
  { paymentPasswords, secondStep }: PayoutDependencies,
  customerId: bigint,
  { paymentPassword, totp }: OwnerProof,
): Promise<Result<null, ProofRefusal>> {
  const verified = await paymentPasswords.verify(customerId, paymentPassword)
  return verified.ok ? secondStep(customerId, totp) : verified
}

/** Binds the destination and informs its owner by mail, in one transaction. */
function store({ pool, clock }: PayoutDependencies, caller: PayoutCaller, method: SealedMethod): Promise<Binding> {
  return withTransaction(pool, async (client) => {
    const binding = await addMethod(client, method)
    if (binding.outcome !== 'added') return binding
    const customer = await findCustomer(client, method.customerId)
    if (customer === null) throw new Error('a destination belongs to no customer')
    const values = { end: destinationEnd(method.shown) }
    await enqueueNotice(client, 'destination-added', { customer, caller, atMs: clock.nowMs(), values })
    return binding
  })
}

/** Validates a bank card form; invalid fields are named. */
function bankDestination(form: InputOf<typeof payoutAddBankCard>): Result<NewDestination, 'invalid'> {
  const number = readBankNumber(form.number)
  const bankCode = form.bankCode === undefined ? null : readBankCode(form.bankCode)
  if (number === null) return refuse('invalid', { number: 'wrong-format' })
  if (form.bankCode !== undefined && bankCode === null) return refuse('invalid', { bankCode: 'wrong-format' })
  const { bankName, country, holder, bankAddress = null } = form
  return ok({
    shown: {
      kind: 'bank-card',
      bankName: bankName.trim(),
      country,
      holder: holder.trim(),
      isIban: number.isIban,
      numberEnd: numberEnd(number.number),
      bankCode,
      bankAddress: bankAddress === null ? null : bankAddress.trim(),
    },
    number: number.number,
  })
}
