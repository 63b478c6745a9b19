import { randomUUID } from 'node:crypto'
import type { OperatorRole } from '@candor/api/operator'
import { slotMs } from '@candor/formulas'
import type { Asset } from '@candor/money'
import { pino } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import { createSeal } from '../../../platform/vault/index.ts'
import type { Verdict } from '../../../platform/verdict.ts'
import { readBalances } from '../../statement/balance-store.ts'
import { addVerifiedCustomer } from '../../ledger/testing/customers.ts'
import { genesisMs, openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { Notifier } from '../../messages/index.ts'
import { logInOperator } from '../../operator/testing/operators.ts'
import { createPayoutService } from '../../payout/index.ts'
import type { PayoutService } from '../../payout/index.ts'
import { createTotp } from '../../security/index.ts'
import type { Totp } from '../../security/index.ts'
import { setPaymentPassword, testPaymentPasswords } from '../../security/testing/payment-password.ts'
import { confirmAct } from '../../verifier/testing/confirm.ts'
import { completeWithdrawal, decideWithdrawal, failWithdrawal, sendWithdrawal } from '../review-store.ts'
import { createWithdrawalReview } from '../review-service.ts'
import type { WithdrawalReview } from '../review-service.ts'
import { createWithdrawalService } from '../withdrawal-service.ts'
import type { ReadinessDependencies } from '../readiness-service.ts'
import type { WithdrawalService } from '../withdrawal-service.ts'

export const paymentPassword = '481516'
const secret = 'a secret of tests'

/** A customer's call from a documentation network. */
export function callerOf(customerId: bigint) {
  return { customerId, ip: '203.0.113.7', userAgent: 'a browser of tests' }
}

/** A customer who may withdraw, with a destination for each asset. */
export interface Payee {
  readonly customerId: bigint
  readonly methods: Readonly<Record<Asset, string>>
}

/** Opens a ledger on virtual time whose customers can withdraw. */
export async function openWithdrawalWorld(...opening: Parameters<typeof openLedgerWorld>): Promise<WithdrawalWorld> {
  const ledger = await openLedgerWorld(...opening)
  // Into the middle of a slot, where every move of the clock ends.
  await ledger.moveTo(ledger.slot)
  await ledger.owner.query('select payout.open_sandbox()')
  await ledger.owner.query(`insert into origin.mode (mode) values ('sandbox') on conflict do nothing`)
  return new WithdrawalWorld(ledger)
}

/** Drives withdrawals in tests: as customers through the services, as operators through the SQL functions. */
export class WithdrawalWorld {
  readonly ledger: LedgerWorld
  readonly payout: PayoutService
  readonly totp: Totp
  readonly service: WithdrawalService
  readonly review: WithdrawalReview
  readonly readiness: ReadinessDependencies
  readonly clock: Clock
  /** Notices sent to customers' sockets. */
  readonly told: { readonly customerId: bigint; readonly state: string }[] = []
  #addresses = 0

  constructor(ledger: LedgerWorld) {
    this.ledger = ledger
    this.clock = { nowMs: () => genesisMs + ledger.slot * slotMs + slotMs / 2 }
    const paymentPasswords = testPaymentPasswords(ledger.app, this.clock)
    const notifier: Notifier = {
      announce: (customerId, { state }) => {
        this.told.push({ customerId, state })
        return Promise.resolve()
      },
    }
    this.totp = createTotp({ pool: ledger.app, clock: this.clock, secret, formerSecrets: [] })
    this.payout = createPayoutService({
      pool: ledger.app,
      clock: this.clock,
      secret,
      formerSecrets: [],
      seal: createSeal(secret, 'payout'),
      paymentPasswords,
      secondStep: this.totp.check,
      notifier,
    })
    const logger = pino({ level: 'silent' })
    const { clock, payout } = this
    const secondStep = this.totp.check
    const common = { pool: ledger.app, clock, logger, notifier, paymentPasswords, secondStep, payout }
    this.service = createWithdrawalService(common)
    this.review = createWithdrawalReview(common)
    this.readiness = common
  }

  close(): Promise<void> {
    return this.ledger.close()
  }

  /** Registers a verified customer with the sandbox's opening balances and the payment password, but no destination. */
  async addCustomer(): Promise<bigint> {
    const customerId = await addVerifiedCustomer(this.ledger)
    await setPaymentPassword(this.ledger.app, customerId, paymentPassword)
    return customerId
  }

  /** A customer with a bank card and a wallet address. */
  async addPayee({ holder = 'Lena Musterfrau' }: { holder?: string } = {}): Promise<Payee> {
    const customerId = await this.addCustomer()
    const card = await this.payout.addBankCard(callerOf(customerId), {
      requestId: randomUUID(),
      bankName: 'Musterbank Hamburg',
      country: 'DE',
      holder,
      number: 'DE89370400440532013000',
      paymentPassword,
    })
    const wallet = await this.payout.addWalletAddress(callerOf(customerId), {
      requestId: randomUUID(),
      chain: 'ERC20',
      address: this.newAddress(),
      paymentPassword,
    })
    if (!card.ok || !wallet.ok) throw new Error('a destination was refused')
    return { customerId, methods: { USD: card.value.id, USDT: wallet.value.id } }
  }

  /** An unused address. */
  newAddress(): string {
    this.#addresses += 1
    return `0x${this.#addresses.toString(16).padStart(40, '0')}`
  }

  /** The form that withdraws an amount, with a quote of its own. Throws where the quote is refused. */
  async form({ customerId, methods }: Payee, asset: Asset, amount: string) {
    const quoted = await this.service.quote(customerId, { asset, amount, payoutMethodId: methods[asset] })
    if (!quoted.ok) throw new Error(`a quote of ${amount} ${asset} was refused: ${quoted.error}`)
    const { quoteId, fee, payoutMethodId } = quoted.value
    return { requestId: randomUUID(), quoteId, asset, amount, fee, payoutMethodId, paymentPassword }
  }

  /** Withdraws, and returns the withdrawal's number. Throws when refused. */
  async withdraw(payee: Payee, asset: Asset, amount: string): Promise<bigint> {
    const created = await this.service.create(payee.customerId, await this.form(payee, asset, amount))
    if (!created.ok) throw new Error(`a withdrawal of ${amount} ${asset} was refused: ${created.error}`)
    return BigInt(created.value.id)
  }

  /** Logs an operator in, and returns the session secret. */
  async operator(name: string, roles: readonly OperatorRole[] = ['payments']): Promise<string> {
    return (await logInOperator(this.ledger, { name, roles })).secret
  }

  /** Approves or rejects; where two operators are needed, the approval is confirmed with a passkey first. */
  async decide(
    secret: string,
    withdrawalId: bigint,
    verdict: Verdict = 'approved',
    reason = '',
  ): Promise<string | null> {
    if (verdict === 'approved') await confirmAct(this.ledger, secret, { act: 'withdrawal.approve', id: withdrawalId })
    return decideWithdrawal(this.ledger.app, secret, { withdrawalId, verdict, reason })
  }

  send(secret: string, withdrawalId: bigint, reference = `payment-${withdrawalId}`): Promise<string | null> {
    return sendWithdrawal(this.ledger.app, secret, withdrawalId, reference)
  }

  complete(secret: string, withdrawalId: bigint): Promise<string | null> {
    return completeWithdrawal(this.ledger.app, secret, withdrawalId)
  }

  async fail(
    secret: string,
    withdrawalId: bigint,
    proof = 'The bank returned it, see letter 12.',
  ): Promise<string | null> {
    await confirmAct(this.ledger, secret, { act: 'withdrawal.fail', id: withdrawalId })
    return failWithdrawal(this.ledger.app, secret, withdrawalId, proof)
  }

  /** Posted and held units of a customer, per asset. */
  async money(customerId: bigint): Promise<Record<Asset, { posted: bigint; held: bigint }>> {
    const balances = await readBalances(this.ledger.app, [customerId])
    const [usd, usdt] = balances.map(({ available, held }) => ({
      posted: available.units + held.units,
      held: held.units,
    }))
    if (usd === undefined || usdt === undefined) throw new Error('the customer has no accounts')
    return { USD: usd, USDT: usdt }
  }
}
