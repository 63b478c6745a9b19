import { expect, it } from 'vitest'
import { isTokenText, newToken, tokenHash } from '../../../server/src/platform/token.ts'
import { createPlaces } from './places.ts'

const network = '203.0.113.7'

/** Two cells with their logins: since when each is there, and whether the cell is away. */
function openPlaces() {
  const logins = [new Map<string, bigint>(), new Map<string, bigint>()]
  const away = new Set<number>()
  let nowMs = 0
  let searches = 0
  const places = createPlaces({
    cells: () => [1, 2],
    isWellFormed: isTokenText,
    rememberedMs: 600_000,
    findIn: (cell, { hash }) => {
      searches += 1
      if (away.has(cell)) return Promise.reject(new Error(`cell ${cell} is away`))
      return Promise.resolve(logins[cell - 1]?.get(hash.toString('base64')) ?? null)
    },
    nowMs: () => nowMs,
  })
  return {
    find: (token: string) => places.find(token, network),
    forget: places.forget,
    put: (cell: number, token: string, since = 0n) => logins[cell - 1]?.set(tokenHash(token).toString('base64'), since),
    away,
    searches: () => searches,
    advance: (ms: number) => void (nowMs += ms),
  }
}

it('looks for a login once for calls that come together, and remembers it for ten minutes', async () => {
  const { find, put, searches, advance } = openPlaces()
  const token = newToken()
  put(2, token)
  expect(await Promise.all([find(token), find(token), find(token)])).toEqual([2, 2, 2])
  expect(searches()).toBe(2)
  advance(599_999)
  expect(await find(token)).toBe(2)
  expect(searches()).toBe(2)
  advance(1)
  await find(token)
  expect(searches()).toBe(4)
})

it('takes the cell that a customer has come to, where the login is in both', async () => {
  const { find, put, forget } = openPlaces()
  const token = newToken()
  put(1, token)
  put(2, token, 1_700_000_000_000n)
  expect(await find(token)).toBe(2)
  put(1, token, 1_800_000_000_000n)
  expect(await find(token)).toBe(2)
  forget(token)
  expect(await find(token)).toBe(1)
})

it('fails where a login was not found and a cell is away, and finds those of the others', async () => {
  const { find, put, away } = openPlaces()
  const [here, nowhere] = [newToken(), newToken()]
  put(1, here)
  away.add(2)
  expect(await find(here)).toBe(1)
  await expect(find(nowhere)).rejects.toThrow('cell 2 is away')
  away.clear()
  expect(await find(nowhere)).toBeNull()
})

it('does not look for what is no token, nor for more than 60 tokens of no login a minute of a network', async () => {
  const { find, put, searches, advance } = openPlaces()
  expect(await find('abc')).toBeNull()
  expect(searches()).toBe(0)
  const known = newToken()
  put(1, known)
  await find(known)
  for (let tried = 0; tried < 60; tried += 1) expect(await find(newToken())).toBeNull()
  await expect(find(newToken())).rejects.toThrow('too many that no cell has')
  expect(await find(known)).toBe(1)
  advance(120_000)
  expect(await find(newToken())).toBeNull()
})
