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
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Seal } from '../../platform/vault/index.ts'
import type { PaymentPasswords } from '../security/index.ts'
import { readBankCode, readBankNumber } from './bank-number.ts'
import {
  addMethod,
  listMethods,
  readBinding,
  readMethod,
  readPayoutSetting,
  readSealed,
  removeMethod,
} from './payout-store.ts'
import { addressEnds, numberEnd, payoutMethodView } from './payout.ts'
import type { NewDestination } from './payout.ts'

export interface PayoutDependencies {
  readonly pool: Database
  /** Encrypts the numbers. */
  readonly seal: Seal
  /** The server's key: duplicates are found by it. */
  readonly secret: string
  readonly paymentPasswords: Pick<PaymentPasswords, 'verify'>
}

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
    customerId: bigint,
    form: InputOf<typeof payoutAddBankCard>,
  ): Promise<Result<PayoutMethodView, 'card-already-bound' | 'upper-limit' | 'invalid' | 'conflict'>>
  addWalletAddress(
    customerId: bigint,
    form: InputOf<typeof payoutAddWalletAddress>,
  ): Promise<Result<PayoutMethodView, 'address-exists' | 'upper-limit' | 'wrong-withdrawal-address' | 'conflict'>>
  remove(customerId: bigint, form: InputOf<typeof payoutRemove>): Promise<Result<null, RemoveRefusal>>
  /** Since when a destination is bound, and how many other accounts have bound the same one. */
  describeDestination(methodId: bigint): Promise<{ addedMs: number; otherAccounts: number }>
  /** The full number of a destination, for a paying operator. The caller must record the access first. */
  openDestination(methodId: bigint): Promise<{ number: string }>
}

/** Makes the service of destinations. */
export function createPayoutService(deps: PayoutDependencies): PayoutService {
  const { pool, seal, secret, paymentPasswords } = deps

  async function bind<const Duplicate extends string>(
    wanted: { customerId: bigint; requestId: string; destination: NewDestination },
    duplicate: Duplicate,
  ): Promise<Result<PayoutMethodView, Duplicate | 'upper-limit' | 'conflict'>> {
    const { customerId, requestId, destination } = wanted
    const binding = await addMethod(pool, {
      customerId,
      requestId,
      shown: destination.shown,
      sealed: seal.close(destination.number, sealContext(customerId)),
      fingerprint: keyedHash(secret, 'payout-number', destination.shown.kind, destination.number),
    })
    if (!('methodId' in binding)) return refuse(binding.outcome === 'duplicate' ? duplicate : binding.outcome)
    const [method, setting] = await Promise.all([readMethod(pool, binding.methodId), readPayoutSetting(pool)])
    return ok(payoutMethodView(method, setting.coolDownMs))
  }

  return {
    async list(customerId) {
      const [methods, setting] = await Promise.all([listMethods(pool, customerId), readPayoutSetting(pool)])
      return { items: methods.map((method) => payoutMethodView(method, setting.coolDownMs)), ...setting }
    },
    async addBankCard(customerId, form) {
      const destination = bankDestination(form)
      if (!destination.ok) return destination
      return bind({ customerId, requestId: form.requestId, destination: destination.value }, 'card-already-bound')
    },
    async addWalletAddress(customerId, { requestId, chain, address: typed }) {
      const address = readWalletAddress(chain, typed)
      if (address === null) return refuse('wrong-withdrawal-address')
      const destination: NewDestination = {
        shown: { kind: 'wallet-address', chain, ...addressEnds(address) },
        number: address,
      }
      return bind({ customerId, requestId, destination }, 'address-exists')
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

/** A sealed number opens for its own customer only. */
function sealContext(customerId: bigint): string {
  return `customer ${customerId}`
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
