import { randomUUID } from 'node:crypto'
import { units } from '@candor/money'
import type { Pool } from 'pg'
import { createPool } from '../../../platform/postgres/pool.ts'
import type { ClonedDatabase } from '../../../platform/postgres/test-template.ts'
import { readBalances } from '../../statement/balance-store.ts'
import { checkLedger } from '../../soundness/index.ts'
import { openLedgerWorld } from '../../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../../ledger/testing/ledger-world.ts'
import { logInOperator } from '../../operator/testing/operators.ts'
import { requestDeposit } from '../deposit-store.ts'
import type { DepositRequest } from '../deposit-store.ts'
import { assignAddress, recordTransfer, reportMissingTransfer, seedDepositChains } from '../transfer-store.ts'
import type { RecordOutcome, SeenTransfer, TransferOutcome } from '../transfer-store.ts'

export const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
export const coin = 1_000_000n
/** What a customer has of each asset from the start. */
export const opening = 10_000n * coin

/** The address of a customer in tests, which no key derives. */
export const testAddress = (customerId: bigint) => `0x${customerId.toString(16).padStart(40, '0')}`

/** A transaction id of tests. */
export const testTxid = (number: number | bigint) => `0x${number.toString(16).padStart(64, '0')}`

/** The ledger with a price of USDT (instrument 1, two decimals) and a watched chain. */
export class DepositWorld {
  readonly ledger: LedgerWorld
  readonly watcher: Pool

  constructor(ledger: LedgerWorld, watcher: Pool) {
    this.ledger = ledger
    this.watcher = watcher
  }

  /** Opens a customer with an address. */
  async openCustomer(customerId: bigint): Promise<void> {
    await this.ledger.openCustomer(customerId)
    await assignAddress(this.watcher, 'ERC20', {
      customerId,
      childIndex: Number(customerId),
      address: testAddress(customerId),
    })
  }

  /** Opens a customer with contact details, so that messages reach them. */
  async register(customerId: bigint): Promise<void> {
    await this.ledger.owner.query(
      `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, kyc_state, lang,
        created_ms)
       overriding system value values ($1, $2, $3, '$argon2id$x', $4, 'verified', 'en', 0)`,
      [customerId, String(10_000_000n + customerId), `${customerId}@example.org`, `AAAAA${customerId}`],
    )
    await this.openCustomer(customerId)
  }

  /** Announces a deposit of 100 USDT by customer 1 on ERC20, unless overridden. */
  announce(changed: Partial<DepositRequest> = {}): ReturnType<typeof requestDeposit> {
    return requestDeposit(this.ledger.app, {
      customerId: 1n,
      requestId: randomUUID(),
      chain: 'ERC20',
      asset: 'USDT',
      quantityUnits: units('USDT', 100n * coin),
      txid: null,
      voucher: null,
      ...changed,
    })
  }

  /** A final transfer of 100 USDT to customer 1 in block 10, unless overridden. */
  seen(changed: Partial<SeenTransfer> & { readonly to?: bigint } = {}): SeenTransfer {
    const { to = 1n, ...others } = changed
    return {
      txid: testTxid(1),
      logIndex: 0,
      address: testAddress(to),
      token,
      units: 100n * coin,
      blockNumber: 10n,
      blockHash: '0xaa',
      confirmations: 5,
      isFinal: true,
      ...others,
    }
  }

  record(changed: Parameters<DepositWorld['seen']>[0] = {}): Promise<TransferOutcome<RecordOutcome>> {
    return recordTransfer(this.watcher, 'ERC20', this.seen(changed))
  }

  /** Records a transfer while the watcher may credit nothing alone. */
  async hold<T>(recording: () => Promise<T>): Promise<T> {
    await this.capWatcher({ transfer: 0n, customerAndDay: 0n, day: 0n })
    const recorded = await recording()
    const caps = 1_000_000_000n * coin
    await this.capWatcher({ transfer: caps, customerAndDay: caps, day: caps })
    return recorded
  }

  /** Logs an operator in who decides payments. Returns the secret of the session. */
  async logIn(name: string): Promise<string> {
    return (await logInOperator(this.ledger, { name, roles: ['payments'] })).secret
  }

  /** Sets what the watcher may credit without operators. */
  async capWatcher(caps: { transfer: bigint; customerAndDay: bigint; day: bigint }): Promise<void> {
    await this.ledger.owner.query(
      'update deposit.watcher_cap set per_transfer = $1, per_customer_and_day = $2, total_a_day = $3',
      [caps.transfer, caps.customerAndDay, caps.day],
    )
  }

  miss(txid = testTxid(1), logIndex = 0) {
    return reportMissingTransfer(this.watcher, 'ERC20', { txid, logIndex })
  }

  /** Available units of both assets. */
  async balances(customerId: bigint): Promise<{ usd: bigint; usdt: bigint }> {
    const balances = await readBalances(this.ledger.app, [customerId])
    const [usd, usdt] = balances.map(({ available }) => available.units)
    return { usd: usd ?? 0n, usdt: usdt ?? 0n }
  }

  /** Closes everything. Throws where the ledger does not add up. */
  async close(): Promise<void> {
    const { mismatches } = await checkLedger(this.ledger.app)
    await this.watcher.end()
    await this.ledger.close()
    if (mismatches.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(mismatches)}`)
  }
}

/** Opens the world over an empty, migrated database. One USDT costs `price` hundredths of a USD. */
export async function openDepositWorld(
  database: Pick<ClonedDatabase, 'ownerUrl' | 'appUrl' | 'watcherUrl'>,
  options: { price?: bigint; connections?: number } = {},
): Promise<DepositWorld> {
  const ledger = await openLedgerWorld(database, { appConnections: options.connections ?? 8 })
  await ledger.owner.query("update market.instrument set symbol = 'USDTUSD' where instrument_id = 1")
  await ledger.publish({ 1: { price: options.price ?? 100n } })
  await ledger.owner.query(
    'update deposit.watcher_cap set per_transfer = $1, per_customer_and_day = $1, total_a_day = $1',
    [1_000_000_000n * coin],
  )
  await seedDepositChains(ledger.owner, [{ chain: 'ERC20', token, confirmations: 12 }])
  return new DepositWorld(
    ledger,
    createPool(database.watcherUrl, 'test-watcher', { maxConnections: options.connections ?? 8 }),
  )
}
