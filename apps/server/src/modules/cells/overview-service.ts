import { cellFigureReaders } from '@candor/api/operator'
import type { CellFigures, operatorCellOf, operatorCells, OperatorRole, OutputOf } from '@candor/api/operator'
import { formatUnits } from '@candor/money'
import type { Logger } from '../../platform/logger.ts'
import type { Database } from '../../platform/transaction.ts'
import { findName } from './directory-store.ts'
import { listCells, readSums, readWaiting } from './overview-store.ts'
import type { CellSums, ListedCell, WaitingWithdrawal } from './overview-store.ts'

/** Cells that are asked at once: no more than there are connections, so that a query never waits for one. */
const atOnce = 4
const withdrawalsAtMost = 100

type AllCells = OutputOf<typeof operatorCells>

/** What operators read of all cells. Everything throws where the directory is away. */
export interface CellsOverview {
  /** All cells as an operator with any of these roles sees them: figures are for some. */
  read(roles: readonly OperatorRole[]): Promise<AllCells>
  find(account: string): Promise<OutputOf<typeof operatorCellOf>['found']>
}

interface OverviewDependencies {
  /** The directory's database, which is the router, too, as the role of cells, with a short limit of queries. */
  readonly directory: Database
  readonly logger: Logger
}

/** Creates the reads of all cells. Operators who ask at the same time share one round. */
export function createCellsOverview(deps: OverviewDependencies): CellsOverview {
  const { directory } = deps
  let reading: Promise<AllCells> | null = null
  return {
    async read(roles) {
      reading ??= readCells(deps).finally(() => {
        reading = null
      })
      const all = await reading
      return cellFigureReaders.some((role) => roles.includes(role)) ? all : withoutFigures(all)
    },
    async find(account) {
      const found = await findName(directory, 'account-number', account.replaceAll(/\s/g, ''))
      if (found === null) return null
      const { cell, customerId } = found
      const listed = (await listCells(directory)).find((one) => one.cell === cell)
      return { cell, customerId: String(customerId), console: listed?.consoleOrigin ?? null }
    },
  }
}

function withoutFigures(all: AllCells): AllCells {
  return { ...all, cells: all.cells.map((cell) => ({ ...cell, figures: null })), all: null }
}

async function readCells(deps: OverviewDependencies): Promise<AllCells> {
  const asked = await eachAtOnce(await listCells(deps.directory), (listed) => ask(deps, listed))
  const withdrawals = asked
    .flatMap(({ listed: { cell }, waiting }) => waiting.map((one) => withdrawalView(cell, one)))
    .toSorted((one, other) => one.requestedMs - other.requestedMs)
  return {
    cells: asked.map(({ listed: { cell, hasNewest, consoleOrigin }, sums }) => ({
      cell,
      console: consoleOrigin,
      hasNewestTerms: hasNewest,
      responds: sums !== null,
      figures: sums && figuresOf(sums),
    })),
    all: figuresOf(sumOf(asked.flatMap(({ sums }) => sums ?? []))),
    withdrawals: withdrawals.slice(0, withdrawalsAtMost),
    hasMore: withdrawals.length > withdrawalsAtMost,
  }
}

interface AskedCell {
  readonly listed: ListedCell
  /** Null where the cell is away. */
  readonly sums: CellSums | null
  readonly waiting: readonly WaitingWithdrawal[]
}

/** Asks one cell by itself, so that one that is away hides no other. */
async function ask({ directory, logger }: OverviewDependencies, listed: ListedCell): Promise<AskedCell> {
  try {
    const sums = await readSums(directory, listed.cell)
    return { listed, sums, waiting: await readWaiting(directory, listed.cell, withdrawalsAtMost + 1) }
  } catch (error) {
    logger.warn({ err: error, cell: listed.cell }, 'a cell did not respond to the console')
    return { listed, sums: null, waiting: [] }
  }
}

async function eachAtOnce<Item, Value>(items: readonly Item[], work: (item: Item) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [place, item] of left) values[place] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return values
}

function sumOf(cells: readonly CellSums[]): CellSums {
  const sum = (amountOf: (cell: CellSums) => bigint) => cells.reduce((all, cell) => all + amountOf(cell), 0n)
  const ofEach = (name: 'customersHave' | 'clearing') => ({
    USD: sum((cell) => cell[name].USD),
    USDT: sum((cell) => cell[name].USDT),
  })
  return {
    customers: sum(({ customers }) => customers),
    customersHave: ofEach('customersHave'),
    clearing: ofEach('clearing'),
    undelivered: sum(({ undelivered }) => undelivered),
  }
}

function figuresOf({ customers, customersHave, clearing, undelivered }: CellSums): CellFigures {
  return {
    customers: Number(customers),
    usd: formatUnits(customersHave.USD),
    usdt: formatUnits(customersHave.USDT),
    clearing: { usd: formatUnits(clearing.USD), usdt: formatUnits(clearing.USDT) },
    underWay: Number(undelivered),
  }
}

function withdrawalView(cell: number, { withdrawalId, amount, createdMs, ...waiting }: WaitingWithdrawal) {
  return { ...waiting, cell, id: String(withdrawalId), amount: formatUnits(amount), requestedMs: createdMs }
}
