import { keyedHash } from '../../../server/src/platform/keyed-hash.ts'
import { isTokenText } from '../../../server/src/platform/token.ts'
import { chooseCell, cookieCell, drawCell, nameIn, namesCustomer, operationOf } from './front-model.ts'
import type { Held, Name, WeightedCell } from './front-model.ts'
import type { Cells } from './front-server.ts'
import { createPlaces } from './places.ts'
import type { PlacesOptions } from './places.ts'

type FindIn = PlacesOptions['findIn']

export interface CellsOptions {
  /** The addresses of the cells' servers. */
  readonly addresses: ReadonlyMap<number, string>
  readonly weights: () => readonly WeightedCell[]
  readonly findNamed: (name: Name) => Promise<number | null>
  readonly findLogin: FindIn
  readonly findPasskey: FindIn
  readonly findVisit: FindIn
  /** Decides where names go that nobody has: the same for all fronts. */
  readonly secret: string
  readonly nowMs: () => number
  readonly random: () => number
}

/** Visitors are placed elsewhere for so long after a cell did not respond. */
const awayMs = 2_000
/** A login that has moved is noticed by the refusal of the cell that it has left; a conversation never moves. */
const rememberedMs = 600_000

const isCredentialId = (text: string) => /^[\w-]{16,1400}$/.test(text)

/** Creates the choice of cells. */
export function createCells({ addresses, weights, findNamed, secret, nowMs, random, ...find }: CellsOptions): Cells {
  const numbers = [...addresses.keys()].toSorted((one, other) => one - other)
  const common = { cells: () => numbers, isWellFormed: isTokenText, rememberedMs, nowMs }
  const logins = createPlaces({ ...common, findIn: find.findLogin })
  const visits = createPlaces({ ...common, findIn: find.findVisit })
  // Used seldom, and no refusal shows the front that one has moved.
  const passkeys = createPlaces({ ...common, findIn: find.findPasskey, isWellFormed: isCredentialId, rememberedMs: 0 })
  const awayUntilMs = new Map<number, number>()
  const isAway = (cell: number) => (awayUntilMs.get(cell) ?? 0) > nowMs()
  const known = () => weights().filter(({ cell }) => addresses.has(cell))

  /** A login by a name that nobody has goes to some cell, as that of a customer does: which one says nothing. */
  const placeOfName = async (name: Name | Held, network: string): Promise<number | null> => {
    if (name.kind === 'visit') return visits.find(name.name, network)
    const found = name.kind === 'passkey' ? await passkeys.find(name.name, network) : await findNamed(name)
    if (found !== null || name.kind === 'invitation-code') return found
    const digest = keyedHash(secret, 'cell of an unknown name', name.kind, name.name)
    return drawCell(
      numbers.map((cell) => ({ cell, weight: 1 })),
      digest.readUInt32BE() / 2 ** 32,
    )
  }

  return {
    addressOf(cell) {
      const address = addresses.get(cell)
      if (address === undefined) throw new Error(`there is no cell ${cell}`)
      return address
    },
    async choose({ url, token, cookies, contentType, body, network }) {
      const cookie = cookieCell(cookies)
      const orCookie = (error: unknown) => {
        if (cookie === null || !addresses.has(cookie)) throw error
        return cookie
      }
      const operation = operationOf(url)
      const form =
        body !== null && namesCustomer(operation) ? nameIn(operation, body.toString('utf8'), contentType) : null
      // A conversation of a visitor stays where it is, also for one who has logged in since: the browser keeps the cell
      // of the login.
      const isVisit = form?.kind === 'visit'
      const login = token === null || isVisit ? null : await logins.find(token, network).catch(orCookie)
      const name = form === null || login !== null ? null : await placeOfName(form, network).catch(orCookie)
      const isPublic = token === null && operation === null
      const choice = chooseCell({ login, name, cookie }, known(), { share: random(), isAway, isPublic })
      return { ...choice, isKept: choice.isKept && !(isVisit && token !== null), isOfLogin: login !== null }
    },
    chooseSocket: (cookies) =>
      chooseCell({ login: null, name: null, cookie: cookieCell(cookies) }, known(), {
        share: random(),
        isAway,
        isPublic: false,
      }).cell,
    async findAgain(token, network, refusing) {
      logins.forget(token)
      const cell = await logins.find(token, network)
      return cell === refusing ? null : cell
    },
    noteAway: (cell) => void awayUntilMs.set(cell, nowMs() + awayMs),
  }
}
