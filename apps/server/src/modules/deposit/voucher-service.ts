import { dayMs } from '@candor/formulas'
import type { Photos } from '../../platform/photos/index.ts'
import { ok } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { newObjectId } from '../../platform/vault/index.ts'
import type { Vault, VaultMeta } from '../../platform/vault/index.ts'
import { forgetReserved, listVouchers, readReserved, reserveVoucher } from './voucher-store.ts'

/** The vault's metadata of vouchers. */
export const voucherMeta = { kind: 'recharge-voucher' } as const

/** Text on a screenshot stays readable at this size. */
const voucherShape = { widthPx: 2_000, heightPx: 2_000, fit: 'inside' } as const
/** Longer than any announcement takes. */
const abandonedMs = dayMs
const perSweep = 200

export interface VouchersDependencies {
  readonly pool: Database
  readonly photos: Photos
  readonly vault: Vault
}

/** Vouchers on their way into the vault. */
export interface Vouchers {
  /** Re-encodes and stores a voucher, and returns its object. */
  keep(bytes: Uint8Array): Promise<Result<string, 'photo-invalid' | 'frequent-operations'>>
  /** The stored voucher as WebP; null where there is none. */
  open(objectId: string): Promise<Buffer | null>
  /** A recharge names the object from now on. */
  settle(objectId: string): Promise<void>
  /** Discards a voucher that no deposit uses. */
  discard(objectId: string): Promise<void>
  /** Destroys leftovers of a crash: objects without a deposit after a day. */
  sweep(): Promise<void>
}

/** Creates the service. Each object is registered in the database before it is stored in the vault. */
export function createVouchers({ pool, photos, vault }: VouchersDependencies): Vouchers {
  const discard = async (objectId: string): Promise<void> => {
    await vault.destroy(objectId)
    await forgetReserved(pool, objectId)
  }
  const settle = (objectId: string): Promise<void> => forgetReserved(pool, objectId)
  return {
    settle,
    discard,
    open: (objectId) => vault.get(objectId, voucherMeta),
    async keep(bytes) {
      const made = await photos.reencode(bytes, voucherShape)
      if (!made.ok) return made
      const objectId = newObjectId()
      await reserveVoucher(pool, objectId)
      return ok(await vault.put(made.value, voucherMeta, objectId))
    },
    async sweep() {
      const reserved = await readReserved(pool, { olderThanMs: abandonedMs, limit: perSweep })
      for (const { objectId, isNamed } of reserved) await (isNamed ? settle(objectId) : discard(objectId))
    },
  }
}

/** Every voucher that may lie in the vault, as the owner. */
export async function listVoucherObjects(owner: Database): Promise<{ objectId: string; meta: VaultMeta }[]> {
  return (await listVouchers(owner)).map((objectId) => ({ objectId, meta: voucherMeta }))
}
