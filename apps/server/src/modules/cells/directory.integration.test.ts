import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'
import { addCells, claimName, findName, registerCustomer, releaseName } from './directory-store.ts'
import { listCells, noteConsoles } from './overview-store.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { openDirectory } from './testing/cell-world.ts'

const { owner, urlAs } = closeAfterTests(await openDirectory([3, 1, 0]))

const register = (names: Parameters<typeof registerCustomer>[1]['names'], requestId: string = randomUUID()) =>
  registerCustomer(owner, { requestId, names, nowMs: 1 })

test('places customers in proportion to the weights of the cells, and none where the weight is 0', async () => {
  const counts = [0, 0, 0]
  for (let count = 0; count < 40; count += 1) {
    const { cell } = await register({ email: `${count}@example.com` })
    counts[cell - 1] = (counts[cell - 1] ?? 0) + 1
  }
  expect(counts).toEqual([30, 10, 0])
})

test('gives a name to one customer of all cells, and returns the same customer for a repeated request', async () => {
  const requestId = randomUUID()
  const first = await register({ email: 'anna@example.com', mobile: '8613912345678' }, requestId)
  expect(await register({ email: 'anna@example.com', mobile: '8613912345678' }, requestId)).toEqual(first)
  await expect(register({ email: 'anna@example.com' })).rejects.toThrow(/name_pkey/)
  await expect(register({ mobile: '8613912345678' })).rejects.toThrow(/name_pkey/)
  const { rows } = await owner.query("select * from directory.find('email', 'anna@example.com')")
  expect(rows).toEqual([{ customer_id: first.customerId, cell: first.cell }])
})

test('registers a customer in the cell that asks, also out of turn', async () => {
  for (const cell of [1, 2, 2, 3]) {
    const registration = { requestId: randomUUID(), cell, names: { email: `${randomUUID()}@example.com` }, nowMs: 1 }
    expect(await registerCustomer(owner, registration)).toMatchObject({ cell })
  }
})

test('lets a cell register, claim, give up and find names, list the cells, and nothing else', async () => {
  const asCell = createPool(urlAs('candor_cell'), 'test-cell', { maxConnections: 1 })
  const registration = { requestId: randomUUID(), cell: 2, names: { email: 'of-a-cell@example.com' }, nowMs: 1 }
  const { customerId } = await registerCustomer(asCell, registration)
  expect(await claimName(asCell, customerId, 'mobile', '8613900000001')).toBe(true)
  expect(await findName(asCell, 'mobile', '8613900000001')).toEqual({ customerId, cell: 2 })
  await releaseName(asCell, customerId, 'mobile', '8613900000001')
  expect(await findName(asCell, 'mobile', '8613900000001')).toBeNull()
  await noteConsoles(owner, new Map([[2, 'https://desk.example.com:8101']]))
  expect(await listCells(asCell)).toEqual([
    { cell: 1, hasNewest: true, consoleOrigin: null },
    { cell: 2, hasNewest: true, consoleOrigin: 'https://desk.example.com:8101' },
    { cell: 3, hasNewest: true, consoleOrigin: null },
  ])
  await expect(noteConsoles(owner, new Map([[1, 'https://desk.example.com/path']]))).rejects.toThrow('console_origin')
  for (const statement of [
    'select * from directory.name',
    'select * from directory.customer',
    'select * from directory.cell',
    'select * from directory.front_key',
    'select directory.place_of(1)',
    `update directory.cell set console_origin = 'https://elsewhere.example.com'`,
    'select directory.begin_move(1, 2::smallint, 1)',
    `select directory.add_version('{}', 1)`,
  ])
    await expect(asCell.query(statement)).rejects.toMatchObject({ code: '42501' })
  await asCell.end()
})

test('lets a customer claim a deposit address that nobody has, and give it up', async () => {
  const [one, other] = [await register({ email: 'one@example.com' }), await register({ email: 'other@example.com' })]
  const claim = async (customerId: bigint) => {
    const { rows } = await owner.query("select directory.claim($1, 'deposit-address', '0xabc') as is_theirs", [
      customerId,
    ])
    return rows[0]
  }
  expect(await claim(one.customerId)).toEqual({ is_theirs: true })
  expect(await claim(one.customerId)).toEqual({ is_theirs: true })
  expect(await claim(other.customerId)).toEqual({ is_theirs: false })
  await owner.query("select directory.release($1, 'deposit-address', '0xabc')", [one.customerId])
  expect(await claim(other.customerId)).toEqual({ is_theirs: true })
  const { rows } = await owner.query("select directory.place_of_address('0xABC') as place")
  expect(rows).toEqual([{ place: other.cell - 1 }])
})

test('says where a call runs, and refuses one that concerns several cells or nobody', async () => {
  const ids: bigint[][] = [[], []]
  while (ids.some((of) => of.length < 2)) {
    const { customerId, cell } = await register({ email: `${randomUUID()}@example.com` })
    ids[cell - 1]?.push(customerId)
  }
  const [first = [], second = []] = ids
  const place = (customers: readonly (bigint | undefined)[]) =>
    owner.query('select directory.place_of($1::bigint[]) as place', [customers]).then(({ rows }) => rows[0])
  expect(await place([...second, second[0]])).toEqual({ place: 1 })
  await expect(place([first[0], second[0]])).rejects.toThrow('the customers of one call are in several cells')
  await expect(place([first[0], 999_999n])).rejects.toThrow('the directory does not know all of these customers')
  await expect(owner.query('select directory.place_of(999999)')).rejects.toThrow('the directory knows no customer')
})

test('lets an order through to a cell only while it has the newest version of the terms', async () => {
  const { customerId, cell } = await register({ email: 'terms@example.com' })
  const place = () => owner.query('select directory.place_of_orders(array[$1::bigint]) as place', [customerId])
  const newestIn = async (of: number) => (await listCells(owner)).find((listed) => listed.cell === of)?.hasNewest
  expect((await place()).rows).toEqual([{ place: cell - 1 }])
  const { rows } = await owner.query<{ version: bigint }>(`select directory.add_version('{"a": []}', 1) as version`)
  expect(await owner.query(`select directory.add_version('{"a": []}', 2) as version`)).toMatchObject({ rows })
  await expect(place()).rejects.toThrow(`cell ${cell} lacks the newest terms`)
  expect(await newestIn(cell)).toBe(false)
  await owner.query('select directory.note_version($1::smallint, $2)', [cell, rows[0]?.version])
  expect(await newestIn(cell)).toBe(true)
  expect((await place()).rows).toEqual([{ place: cell - 1 }])
  await expect(owner.query('delete from directory.version')).rejects.toThrow('its rows are only added')
})

test('keeps the weights of cells that it knows', async () => {
  await addCells(owner, [7, 7, 7, 2])
  const { rows } = await owner.query('select cell, weight from directory.cell order by cell')
  expect(rows).toEqual([
    { cell: 1, weight: 3 },
    { cell: 2, weight: 1 },
    { cell: 3, weight: 0 },
    { cell: 4, weight: 2 },
  ])
})

test('registers nobody where no cell takes customers', async () => {
  await owner.query('update directory.cell set weight = 0')
  await expect(register({ email: 'late@example.com' })).rejects.toThrow('no cell takes new customers')
})
