import { createHash } from 'node:crypto'
import type { InputOf, OutputOf, RechargeView, rechargeCreate, rechargeMethods, TransferView } from '@candor/api'
import { formatUnits, parseUnitsOf } from '@candor/money'
import { idOf } from '../../platform/ids.ts'
import { pageById } from '../../platform/page.ts'
import type { Page } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { DepositAddresses, OwnAddress } from './deposit-addresses.ts'
import {
  findByRequest,
  readDeposit,
  readDeposits,
  readSettings,
  readTransfers,
  requestDeposit,
} from './deposit-store.ts'
import type { DepositRequest } from './deposit-store.ts'
import { chains, rateText, rechargeView, transferView } from './deposit.ts'
import type { Chain, DepositRecord } from './deposit.ts'
import type { Vouchers } from './voucher-service.ts'

/** How long the confirmations of a chain take, per block. */
const blockMs: Readonly<Record<Chain, number>> = { TRC20: 3_000, ERC20: 12_000 }

type CreateRefusal =
  | 'account-disabled'
  | 'limit-reached'
  | 'self-excluded'
  | 'wrong-amount'
  | 'voucher-required'
  | 'photo-invalid'
  | 'upper-limit'
  | 'conflict'
  | 'frequent-operations'

/** Announcing recharges, and looking at them. */
export interface DepositService {
  methods(): Promise<OutputOf<typeof rechargeMethods>>
  address(customerId: bigint, chain: Chain): Promise<OwnAddress>
  /** A repeated request returns its deposit in the current state. */
  readonly create: (
    customerId: bigint,
    input: InputOf<typeof rechargeCreate>,
  ) => Promise<Result<RechargeView, CreateRefusal>>
  list(
    customerId: bigint,
    state: DepositRecord['state'] | null,
    cursor: string | null,
    limit: number,
  ): Promise<Page<RechargeView>>
  detail(customerId: bigint, id: string): Promise<Result<RechargeView, 'not-found'>>
  /** The voucher of an own recharge, as WebP. */
  voucher(customerId: bigint, id: string): Promise<Result<Buffer, 'not-found'>>
  transfers(customerId: bigint, cursor: string | null, limit: number): Promise<Page<TransferView>>
}

export interface DepositServiceOptions {
  readonly pool: Database
  readonly vouchers: Vouchers
  readonly addresses: DepositAddresses
}

export function createDepositService(options: DepositServiceOptions): DepositService {
  const { pool, addresses, vouchers } = options
  const create = createAnnouncing(options)
  /** A recharge of this customer; null for any other id. */
  const ownDeposit = async (customerId: bigint, id: string) => {
    const depositId = idOf(id)
    const record = depositId === null ? null : await readDeposit(pool, depositId)
    return record?.customerId === customerId ? record : null
  }
  return {
    async methods() {
      const { minimumUnits, spreadBps, confirmations, price } = await readSettings(pool)
      return {
        chains: chains.map((chain) => {
          const needed = confirmations.get(chain) ?? 1
          return {
            chain,
            token: 'USDT' as const,
            minimum: formatUnits(minimumUnits),
            hasWatcher: addresses.isWatched(chain),
            confirmations: needed,
            confirmationMs: needed * blockMs[chain],
            isSandboxAddress: !addresses.isWatched(chain),
          }
        }),
        currencies: [
          { currency: 'USDT', rate: '1', spreadBps: 0 },
          { currency: 'USD', rate: price === null ? null : rateText({ ...price, spreadBps }), spreadBps },
        ],
      }
    },

    address: (customerId, chain) => addresses.addressOf(customerId, chain),

    create,

    list: (customerId, state, cursor, limit) =>
      pageById(
        { cursor, limit },
        {
          read: (belowId, count) => readDeposits(pool, { customerId, state, belowId }, count),
          idOf: ({ depositId }) => depositId,
          viewOf: rechargeView,
        },
      ),

    async detail(customerId, id) {
      const record = await ownDeposit(customerId, id)
      return record === null ? refuse('not-found') : ok(rechargeView(record))
    },

    async voucher(customerId, id) {
      const objectId = (await ownDeposit(customerId, id))?.voucher ?? null
      const bytes = objectId === null ? null : await vouchers.open(objectId)
      return bytes === null ? refuse('not-found') : ok(bytes)
    },

    transfers: (customerId, cursor, limit) =>
      pageById(
        { cursor, limit },
        {
          read: (belowId, count) => readTransfers(pool, { customerId, belowId }, count),
          idOf: ({ transferId }) => transferId,
          viewOf: transferView,
        },
      ),
  }
}

/** Accepts announcements: the voucher goes to the vault, the rest to the ledger. */
function createAnnouncing({ pool, vouchers, addresses }: DepositServiceOptions): DepositService['create'] {
  const announce = async (request: DepositRequest): Promise<Result<RechargeView, CreateRefusal>> => {
    const { outcome, depositId } = await requestDeposit(pool, request)
    const objectId = request.voucher?.objectId ?? null
    if (objectId !== null) await (outcome === 'accepted' ? vouchers.settle(objectId) : vouchers.discard(objectId))
    if (outcome === 'limit-reached') return refuse(outcome, { kind: 'deposit' })
    if (outcome !== 'accepted' && outcome !== 'repeated') return refuse(outcome)
    const record = depositId === null ? null : await readDeposit(pool, depositId)
    if (record === null) throw new Error(`an announcement is ${outcome} without a deposit`)
    return ok(rechargeView(record))
  }

  return async (customerId, input) => {
    const quantityUnits = parseUnitsOf('USDT', input.quantity)
    if (quantityUnits === null || quantityUnits === 0n) return refuse('wrong-amount')
    const bytes = input.voucher === undefined ? null : new Uint8Array(await input.voucher.arrayBuffer())
    const { requestId, chain, currency: asset, txid = null } = input
    const request = { customerId, requestId, chain, asset, quantityUnits, txid }
    const past = await findByRequest(pool, customerId, requestId)
    // The ledger compares, and stores nothing: a repeated voucher is not decoded again.
    if (past !== null)
      return announce({ ...request, voucher: bytes === null ? null : { objectId: null, digest: digestOf(bytes) } })
    if (bytes === null && !addresses.isWatched(chain)) return refuse('voucher-required')
    if (bytes === null) return announce({ ...request, voucher: null })
    // Only its digest identifies what was sent.
    const kept = await vouchers.keep(bytes)
    return kept.ok ? announce({ ...request, voucher: { objectId: kept.value, digest: digestOf(bytes) } }) : kept
  }
}

/** Distinguishes a resent voucher from a different one. */
function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
