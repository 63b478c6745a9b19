import { createHmac } from 'node:crypto'
import { chooseCell, cookieCell, drawCell, nameIn, namesCustomer, operationOf } from './front-model.ts'
import type { Name, WeightedCell } from './front-model.ts'
import type { Cells } from './front-server.ts'
import { createLoginPlaces } from './login-places.ts'

export interface CellsOptions {
  /** The addresses of the cells' servers. */
  readonly addresses: ReadonlyMap<number, string>
  readonly weights: () => readonly WeightedCell[]
  readonly findNamed: (name: Name) => Promise<number | null>
  readonly findLogin: (cell: number, hash: Buffer) => Promise<bigint | null>
  /** Decides where names go that nobody has. */
  readonly secret: string
  readonly nowMs: () => number
  readonly random: () => number
}

/** Visitors are placed elsewhere for so long after a cell did not respond. */
const awayMs = 2_000

/** Creates the choice of cells. */
export function createCells({ addresses, weights, findNamed, findLogin, secret, nowMs, random }: CellsOptions): Cells {
  const places = createLoginPlaces({ cells: () => [...addresses.keys()], findIn: findLogin, nowMs })
  const awayUntilMs = new Map<number, number>()
  const isAway = (cell: number) => (awayUntilMs.get(cell) ?? 0) > nowMs()
  const known = () => weights().filter(({ cell }) => addresses.has(cell))

  /** A login by a name that nobody has goes to some cell, as that of a customer does: which one says nothing. */
  const placeOfName = async (name: Name): Promise<number | null> => {
    const found = await findNamed(name)
    if (found !== null || name.kind === 'invitation-code') return found
    const digest = createHmac('sha256', secret).update(`${name.kind} ${name.name}`).digest()
    const all = [...addresses.keys()].map((cell) => ({ cell, weight: 1 }))
    return drawCell(all, digest.readUInt32BE() / 2 ** 32)
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
      const login = token === null ? null : await places.find(token, network).catch(orCookie)
      const form =
        login === null && body !== null && namesCustomer(operation)
          ? nameIn(operation, body.toString('utf8'), contentType)
          : null
      const name = form === null ? null : await placeOfName(form).catch(orCookie)
      const isPublic = token === null && operation === null
      const choice = chooseCell({ login, name, cookie }, known(), { share: random(), isAway, isPublic })
      return { ...choice, isOfLogin: login !== null }
    },
    chooseSocket: (cookies) =>
      chooseCell({ login: null, name: null, cookie: cookieCell(cookies) }, known(), {
        share: random(),
        isAway,
        isPublic: false,
      }).cell,
    async findAgain(token, network, refusing) {
      places.forget(token)
      const cell = await places.find(token, network)
      return cell === refusing ? null : cell
    },
    noteAway: (cell) => void awayUntilMs.set(cell, nowMs() + awayMs),
  }
}
