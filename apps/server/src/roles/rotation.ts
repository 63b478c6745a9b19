import { listVoucherObjects } from '../modules/deposit/index.ts'
import { listArchiveObjects } from '../modules/own-data/index.ts'
import { listDocumentPhotos, rehashSubmissions, resealSubmissions } from '../modules/kyc/index.ts'
import { authenticatorKey, sealAuthenticators } from '../modules/operator/index.ts'
import { resealMethods } from '../modules/payout/index.ts'
import { resealTotps } from '../modules/security/index.ts'
import { listChatPhotos } from '../modules/support/index.ts'
import { withTransaction } from '../platform/transaction.ts'
import type { Database } from '../platform/transaction.ts'
import { createSeal, rewrapObject } from '../platform/vault/index.ts'
import type { ObjectStore } from '../platform/vault/index.ts'

/** A key that data depends on, and the one that it replaces. */
export interface KeyChange {
  readonly next: string
  readonly former: string
}

/** What a rotation has changed. */
export interface Rotated {
  readonly rows: number
  readonly objects: number
}

/**
 * Seals authenticators under a new server key and hashes document numbers and persons under it, as the owner. Each step
 * leaves what is under the new key already, so that an interrupted rotation is repeated. Throws where something is
 * under neither.
 */
export async function rotateServerKey(
  owner: Database,
  { next, former }: KeyChange,
  masterKey: string,
): Promise<Rotated> {
  const operators = await sealAuthenticators(owner, authenticatorKey(next), authenticatorKey(former))
  const customers = await resealTotps(owner, { secret: next, formerSecret: former })
  const seal = createSeal(masterKey, 'kyc')
  const numbers = await withTransaction(owner, (client) => rehashSubmissions(client, { seal, secret: next }))
  return { rows: operators + customers + numbers, objects: 0 }
}

/**
 * Seals names and numbers under a new vault key, in one transaction, and wraps the keys of photos with it, one by one,
 * as the owner. What is under the new key already stays, so that an interrupted rotation is repeated. Throws where
 * something is under neither.
 */
export async function rotateVaultKey(
  owner: Database,
  { next, former }: KeyChange,
  store: ObjectStore,
): Promise<Rotated> {
  const change = (purpose: string) => ({ seal: createSeal(next, purpose), former: createSeal(former, purpose) })
  const rows = await withTransaction(
    owner,
    async (client) =>
      (await resealSubmissions(client, change('kyc'))) + (await resealMethods(client, change('payout'))),
  )
  const lists = [
    await listDocumentPhotos(owner),
    await listVoucherObjects(owner),
    await listChatPhotos(owner),
    await listArchiveObjects(owner),
  ]
  let objects = 0
  for (const object of lists.flat())
    if (await rewrapObject(store, object, { masterKey: next, formerKey: former })) objects += 1
  return { rows, objects }
}
