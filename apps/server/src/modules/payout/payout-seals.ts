import type { Transaction } from '../../platform/transaction.ts'
import { resealed } from '../../platform/vault/index.ts'
import type { SealChange } from '../../platform/vault/index.ts'
import { listSealed, replaceSealed } from './payout-store.ts'
import { sealContext } from './payout.ts'

/** Seals the numbers under a new key, as the owner. Can be repeated. Returns how many it changed. */
export async function resealMethods(owner: Transaction, change: SealChange): Promise<number> {
  const changes = (await listSealed(owner)).flatMap(({ methodId, customerId, sealed }) => {
    const next = resealed(sealed, sealContext(customerId), change)
    return next === null ? [] : [{ methodId, sealed: next }]
  })
  if (changes.length > 0) await replaceSealed(owner, changes)
  return changes.length
}
