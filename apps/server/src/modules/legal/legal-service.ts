import type { Language } from '@candor/api'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { agree, readDocuments, readOwed } from './legal-store.ts'

/** A new version may be published by a server that starts meanwhile. */
const knownForMs = 60_000
const mostKnown = 100_000

/** Consents of customers to the legal texts. */
export interface Consents {
  /** Whether `documents` names the newest version of each document that needs consent. */
  covers(documents: string | undefined): Promise<boolean>
  /**
   * Records that a customer agrees to the newest versions. `documents` names what they saw. False, with nothing
   * recorded, where one is missing.
   */
  agree(
    client: Database | Transaction,
    customerId: bigint,
    seen: { readonly documents: string | undefined; readonly language: Language },
  ): Promise<boolean>
  /** Whether a customer has to agree to a newer version before trading on. */
  owes(customerId: bigint): Promise<boolean>
}

const namesOf = (documents: string | undefined) => documents?.split(',') ?? []

/** Remembers for a minute that a customer owes no consent, so that an order costs no query. */
export function createConsents(pool: Database, clock: Clock): Consents {
  const settledUntil = new Map<bigint, number>()
  return {
    async covers(documents) {
      const seen = namesOf(documents)
      const current = await readDocuments(pool)
      return current.every(({ name, version, needsConsent }) => !needsConsent || seen.includes(`${name}.${version}`))
    },
    agree: (client, customerId, { documents, language }) =>
      agree(client, customerId, { documents: namesOf(documents), language }),
    async owes(customerId) {
      const nowMs = clock.nowMs()
      if ((settledUntil.get(customerId) ?? 0) > nowMs) return false
      if ((await readOwed(pool, customerId)).length > 0) return true
      if (settledUntil.size >= mostKnown) settledUntil.clear()
      settledUntil.set(customerId, nowMs + knownForMs)
      return false
    },
  }
}
