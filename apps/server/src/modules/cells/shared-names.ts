import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { isUniqueViolation } from '../../platform/unique-violation.ts'
import { findCustomer, newInviteCode, newPublicId } from '../identity/index.ts'
import type { ContactName, ContactReplacement, SharedNames } from '../identity/index.ts'
import { readOwnCell } from './clearing-store.ts'
import { claimName, findName, registerCustomer, releaseName } from './directory-store.ts'
import { createSharedDocuments } from './shared-documents.ts'
import type { ReadVerified } from './shared-documents.ts'

interface SharedNamesDependencies {
  /** The directory's database, as the role of cells. */
  readonly directory: Database
  /** The cell's own database, as the application. */
  readonly pool: Database
  /** The number of this cell. */
  readonly cell: number
  readonly clock: Clock
  readonly logger: Logger
  /** Asks the cell of a customer; by default through the router. */
  readonly readVerified?: ReadVerified
}

/** Opens the names of this cell in the directory of its platform. Throws where the database is no cell. */
export async function openSharedNames(deps: Omit<SharedNamesDependencies, 'cell'>): Promise<SharedNames> {
  const cell = await readOwnCell(deps.pool)
  if (cell === null) throw new Error('CANDOR_DIRECTORY_URL is set, but the database is no cell of a platform')
  return createSharedNames({ ...deps, cell })
}

/** Attempts to draw an account number and a code that no customer of any cell has. */
const draws = 6

/** Creates the names of a cell, which the directory of its platform keeps. */
function createSharedNames(deps: SharedNamesDependencies): SharedNames {
  const { directory } = deps
  return {
    async reserve({ email, mobile }) {
      const contact: ContactName =
        email === null ? { kind: 'mobile', name: mobile ?? '' } : { kind: 'email', name: email }
      for (let draw = 0; draw < draws; draw += 1) {
        const drawn = { publicId: newPublicId(), inviteCode: newInviteCode() }
        const customerId = await registerDrawn(deps, contact, drawn)
        if (customerId !== null) return ok({ customerId, ...drawn })
        const holder = await findHolder(deps, contact)
        if (holder === 'has it') return refuse('already-registered')
        if (holder === null) continue
        // The registration that was not stored may have drawn others: they stay with the same customer, unused.
        if (await claimDrawn(directory, holder, drawn)) return ok({ customerId: holder, ...drawn })
      }
      throw new Error('no free account number was found')
    },
    claim: (customerId, { kind, name }) => claimName(directory, customerId, kind, name),
    claimAddress: (customerId, address) => claimAddress(deps, customerId, address),
    release: (customerId, contact) => release(deps, customerId, contact),
    ...createSharedDocuments(deps),
    follow: (customerId, replaced) => follow(deps, customerId, replaced),
  }
}

interface Drawn {
  readonly publicId: string
  readonly inviteCode: string
}

/** Registers a customer in this cell. Null where one of the names is taken. */
async function registerDrawn(
  { directory, cell, clock }: SharedNamesDependencies,
  { kind, name }: ContactName,
  { publicId, inviteCode }: Drawn,
): Promise<bigint | null> {
  const names = { [kind]: name, 'account-number': publicId, 'invitation-code': inviteCode }
  try {
    // The id of the request is not the client's: the same one would stand for the same customer, whatever the names.
    const placed = await registerCustomer(directory, { requestId: randomUUID(), cell, names, nowMs: clock.nowMs() })
    return placed.customerId
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/**
 * Whether the customer of a name has it. Else the number that was given out for it in this cell and never stored; null
 * where nobody has it any more.
 */
async function findHolder(
  { directory, pool, cell }: SharedNamesDependencies,
  { kind, name }: ContactName,
): Promise<'has it' | bigint | null> {
  const found = await findName(directory, kind, name)
  if (found === null) return null
  if (found.cell !== cell) return 'has it'
  const customer = await findCustomer(pool, found.customerId)
  if (customer === null) return found.customerId
  if (customer[kind] === name) return 'has it'
  // Left over from a change of contact that was not stored, or whose end was not told.
  await releaseName(directory, found.customerId, kind, name)
  return null
}

async function claimDrawn(directory: Database, customerId: bigint, { publicId, inviteCode }: Drawn): Promise<boolean> {
  return (
    (await claimName(directory, customerId, 'account-number', publicId)) &&
    (await claimName(directory, customerId, 'invitation-code', inviteCode))
  )
}

/** The directory has addresses in lower case: a chain may spell one otherwise. */
async function claimAddress(
  { directory, logger }: SharedNamesDependencies,
  customerId: bigint,
  address: string,
): Promise<void> {
  const isTheirs = await claimName(directory, customerId, 'deposit-address', address.toLowerCase()).catch(
    (error: unknown) => {
      logger.warn(
        { err: error, customerId: customerId.toString() },
        'a deposit address is not claimed in the directory',
      )
      return true
    },
  )
  if (!isTheirs) throw new Error('a deposit address is taken in another cell')
}

async function release(
  { directory, pool, logger }: SharedNamesDependencies,
  customerId: bigint,
  { kind, name }: ContactName,
): Promise<void> {
  try {
    const customer = await findCustomer(pool, customerId)
    // Another call of the customer may have bound it meanwhile.
    if (customer?.[kind] !== name) await releaseName(directory, customerId, kind, name)
  } catch (error) {
    logger.warn({ err: error, customerId: customerId.toString() }, 'a former contact stays claimed in the directory')
  }
}

async function follow(
  deps: SharedNamesDependencies,
  customerId: bigint,
  { kind, from, to }: ContactReplacement,
): Promise<void> {
  const { directory, logger } = deps
  const line = { customerId: customerId.toString() }
  try {
    if (!(await claimName(directory, customerId, kind, to))) logger.error(line, 'a contact is taken in another cell')
    if (from !== null) await release(deps, customerId, { kind, name: from })
  } catch (error) {
    logger.error({ ...line, err: error }, 'a changed contact is not claimed in the directory')
  }
}
