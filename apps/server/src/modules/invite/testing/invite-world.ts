import type { Amount, Asset } from '@candor/money'
import { pino } from 'pino'
import type { ClonedDatabase } from '../../../platform/postgres/test-template.ts'
import { readBalances } from '../../statement/balance-store.ts'
import { addVerifiedCustomer } from '../../ledger/testing/customers.ts'
import { openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import { keepNotices } from '../../messages/testing/kept-notices.ts'
import { messagesOf } from '../../messages/testing/stored-messages.ts'
import { createInviteService } from '../invite-service.ts'
import type { InviteService } from '../invite-service.ts'
import { seedInviteReward } from '../invite-store.ts'
import type { RewardPayerOptions } from '../reward-payer.ts'

/** Opens a ledger of play money on virtual time where no reward is set. */
export async function openInviteWorld(database: Pick<ClonedDatabase, 'ownerUrl' | 'appUrl'>): Promise<InviteWorld> {
  return new InviteWorld(await openLedgerWorld(database, { appConnections: 16 }))
}

/** Drives invitations in tests. */
export class InviteWorld {
  readonly ledger: LedgerWorld
  readonly service: InviteService
  /** A payer that pays on command only. */
  readonly payerOptions: RewardPayerOptions
  readonly #notices = keepNotices()
  /** Notices sent to customers' sockets. */
  readonly told = this.#notices.told

  constructor(ledger: LedgerWorld) {
    this.ledger = ledger
    this.service = createInviteService(ledger.app)
    this.payerOptions = {
      pool: ledger.app,
      logger: pino({ level: 'silent' }),
      notifier: this.#notices.notifier,
      repeat: () => () => undefined,
    }
  }

  close(): Promise<void> {
    return this.ledger.close()
  }

  /** Sets the reward as a start's configuration does. */
  async setReward(reward: Amount | null): Promise<void> {
    await seedInviteReward(this.ledger.owner, reward, true)
  }

  addInviter(): Promise<bigint> {
    return addVerifiedCustomer(this.ledger)
  }

  /** Registers a customer with another's code, as the application does, by e-mail or by mobile number. */
  async addFriend(inviterId: bigint, contact: { email: string } | { mobile: string } | null = null): Promise<bigint> {
    await this.ledger.owner.query('create sequence if not exists identity.added_friend')
    const { rows: places } = await this.ledger.owner.query<{ n: bigint }>(
      `select nextval('identity.added_friend') as n`,
    )
    const place = places[0]?.n ?? 0n
    const { email, mobile } = { email: null, mobile: null, ...(contact ?? { email: `friend${place}@example.com` }) }
    const { rows } = await this.ledger.app.query<{ customer_id: bigint }>(
      `insert into identity.customer (public_id, email, mobile, password_hash, invite_code, invited_by, lang,
        created_ms)
       values ($1, $2, $3, '$argon2id$', $4, $5, 'en', clock.now_ms()) returning customer_id`,
      [String(50_000_000n + place), email, mobile, `F${String(place).padStart(5, '0')}`, inviterId],
    )
    const friend = rows[0]?.customer_id
    if (friend === undefined) throw new Error('no friend was stored')
    await this.ledger.openCustomer(friend)
    return friend
  }

  /** Verifies a customer, as the owner's functions of the review do. */
  async verify(customerId: bigint): Promise<void> {
    await this.ledger.owner.query(`update identity.customer set kyc_state = 'verified' where customer_id = $1`, [
      customerId,
    ])
  }

  async addVerifiedFriend(inviterId: bigint): Promise<bigint> {
    const friend = await this.addFriend(inviterId)
    await this.verify(friend)
    return friend
  }

  async setEnabled(customerId: bigint, isEnabled: boolean): Promise<void> {
    await this.ledger.owner.query('update identity.customer set state = $2 where customer_id = $1', [
      customerId,
      isEnabled ? 1 : 0,
    ])
  }

  /** A customer's available balance beyond the opening balance. */
  async gained(customerId: bigint, asset: Asset = 'USDT'): Promise<bigint> {
    const found = (await readBalances(this.ledger.app, [customerId])).find((balance) => balance.asset === asset)
    if (found === undefined) throw new Error('the customer has no accounts')
    return found.available.units - 10_000_000_000n
  }

  /** The messages of a customer, oldest first. */
  messagesOf(customerId: bigint) {
    return messagesOf(this.ledger.app, customerId)
  }
}
