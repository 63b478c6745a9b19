import { setImmediate as nextTurn } from 'node:timers/promises'
import { placedItem } from '@candor/proof/encoding'
import type { PlacedItem } from '@candor/proof/encoding'
import { acceptanceOrigin, acceptanceWriter, buildAcceptance, formatAcceptance } from '@candor/proof/receipt'
import type { Database } from '../../platform/transaction.ts'
import { placedKind } from './batch-items.ts'
import { createCustomerSecrets } from './customer-secrets.ts'
import type { CustomerSecrets } from './customer-secrets.ts'
import { rememberItems } from './events-store.ts'
import { announceAcceptanceKey } from './guard-store.ts'
import { createLogSigner } from './log-signer.ts'
import type { LogSigner } from './log-signer.ts'
import { readPlacing } from './receipts-store.ts'
import { sealBatch } from './sealed-batch.ts'
import type { SealedBatch } from './sealed-batch.ts'
import { sealStored } from './stored-batch.ts'

/** The log of events contains the batch of an accepted order after this time. */
const promiseMs = 10_000

/**
 * The tree over so many orders is left for the sealer, which would take longer to read them than this takes to store.
 * Of a smaller batch the statement would cost more than it saves.
 */
const rememberedItems = 50

/** An order that was accepted, with its owner. */
export interface AcceptedOrder {
  readonly customerId: bigint
  readonly item: PlacedItem
}

/** The batch of the ledger that accepted orders. */
export interface AcceptingBatch {
  readonly stripe: number
  readonly seq: number
  readonly acceptedMs: number
}

type Sign = (batch: AcceptingBatch, sealed: SealedBatch) => Promise<string>

/** Signs that orders are accepted: one signature a batch, and a path for each of its orders. */
export interface Acceptances {
  /** The line by which others verify them. */
  readonly vkey: string
  /** The acceptances of all orders of a batch, by their ids. Nothing is read where the customers are remembered. */
  ofBatch(batch: AcceptingBatch, orders: readonly AcceptedOrder[]): Promise<ReadonlyMap<bigint, string>>
  /** The acceptance of an order that is stored: the same one, unless the key was replaced. Null for no order. */
  ofOrder(orderId: bigint): Promise<string | null>
  /** Signs a stored batch of accepted orders. Returns the note. */
  noteOf: Sign
}

/** Opens the signing of acceptances, and has the log of events announce the key, which is 32 bytes as base64url. */
export async function openAcceptances(
  pool: Database,
  { key, host }: { readonly key: string; readonly host: string },
): Promise<Acceptances> {
  const origin = acceptanceOrigin(host)
  const signer = createLogSigner(key)
  await announceAcceptanceKey(pool, signer.vkey(origin))
  const secretsOf = createCustomerSecrets(pool)
  const sign = (batch: AcceptingBatch, sealed: SealedBatch) => signedNote(signer, { host, batch, sealed })
  return {
    vkey: signer.vkey(origin),
    ofBatch: async (batch, orders) => {
      // Whatever places orders goes on first: the next batch is at the database while this one is signed.
      await nextTurn()
      const { sealed, write } = await sealAccepted(secretsOf, orders)
      // The sealer reads the orders where this fails or comes too late.
      if (sealed.itemCount >= rememberedItems) void rememberItems(pool, batch, sealed).catch(() => undefined)
      return write(await sign(batch, sealed))
    },
    ofOrder: async (orderId) => {
      const batch = await readPlacing(pool, orderId)
      if (batch === null) return null
      const { items, sealed } = await sealStored(pool, secretsOf, {
        ...batch,
        kind: placedKind,
        atMs: batch.acceptedMs,
      })
      const placed = sealed.part(items.findIndex(({ id }) => id === orderId))
      return buildAcceptance({ acceptance: await sign(batch, sealed), placed })
    },
    noteOf: sign,
  }
}

/** Seals the orders of a batch. Returns what writes their acceptances under a note. */
async function sealAccepted(
  secretsOf: CustomerSecrets,
  orders: readonly AcceptedOrder[],
): Promise<{ readonly sealed: SealedBatch; readonly write: (acceptance: string) => ReadonlyMap<bigint, string> }> {
  const secrets = await secretsOf(orders.map(({ customerId }) => customerId))
  const items = orders
    .map(({ customerId, item }) => ({
      customerId,
      type: placedItem.type,
      id: item.orderId,
      version: 0,
      bytes: placedItem.encode(item),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const sealed = sealBatch(items, secrets)
  const write = (acceptance: string) => {
    const writeOne = acceptanceWriter(acceptance)
    return new Map(items.map(({ id }, index) => [id, writeOne(sealed.part(index))]))
  }
  return { sealed, write }
}

function signedNote(
  signer: LogSigner,
  {
    host,
    batch: { stripe, seq, acceptedMs },
    sealed: { itemCount, itemsRoot },
  }: { readonly host: string; readonly batch: AcceptingBatch; readonly sealed: SealedBatch },
): Promise<string> {
  const text = formatAcceptance({
    host,
    stripe,
    seq,
    acceptedMs,
    itemCount,
    itemsRoot,
    promiseMs: acceptedMs + promiseMs,
  })
  return signer.signText(acceptanceOrigin(host), text)
}
