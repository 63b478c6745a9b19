import type { Logger } from '../../platform/logger.ts'
import type { Database } from '../../platform/transaction.ts'
import type { SharedNames } from '../identity/index.ts'
import { claimDocument, findDocument, isVerified, releaseDocument } from './directory-store.ts'
import type { Placed } from './directory-store.ts'

/** Whether a customer of a cell is verified, once no decision about the customer is under way. */
export type ReadVerified = (placed: Placed) => Promise<boolean>

interface SharedDocumentsDependencies {
  /** The directory's database, which is the router, too, as the role of cells. */
  readonly directory: Database
  readonly logger: Logger
  readonly readVerified?: ReadVerified
}

type SharedDocuments = Pick<SharedNames, 'isDocumentTaken' | 'claimDocument'>

/**
 * Creates the claims of documents. A claim counts while its customer is verified: only then the customer's cell keeps
 * the number, too. One that a crash left is given up as soon as another customer needs it.
 */
export function createSharedDocuments(deps: SharedDocumentsDependencies): SharedDocuments {
  const { directory, logger } = deps
  const readVerified = deps.readVerified ?? (({ cell, customerId }: Placed) => isVerified(directory, cell, customerId))
  const orUnknown = async <Value>(customerId: bigint, ask: () => Promise<Value>): Promise<Value | 'unknown'> => {
    try {
      return await ask()
    } catch (error) {
      logger.warn({ err: error, customerId: customerId.toString() }, 'the directory did not say whose a document is')
      return 'unknown'
    }
  }
  return {
    isDocumentTaken: (customerId, numberHash) =>
      orUnknown(customerId, async () => {
        const name = nameOf(numberHash)
        // The claim is read first: one that is made after that has another number.
        const claim = await findDocument(directory, name)
        if (claim === null || claim.customerId === customerId) return false
        if (await readVerified(claim)) return true
        await releaseDocument(directory, name, claim.claimNo)
        return false
      }),
    claimDocument: (customerId, numberHash) =>
      orUnknown(customerId, async () => {
        const claim = await claimDocument(directory, customerId, nameOf(numberHash))
        return claim.customerId === customerId ? 'claimed' : 'taken'
      }),
  }
}

function nameOf(numberHash: Uint8Array): string {
  return Buffer.from(numberHash).toString('hex')
}
