import { randomAt } from '../../apps/server/src/modules/quote-feeds/random.ts'

/** What is simulated. The same seed gives the same figures. */
export interface SimulatedSize {
  readonly customers: number
  readonly cells: number
  readonly seed: number
}

/** The figures of a simulated platform. */
export interface SimulatedPlatform extends SimulatedSize {
  readonly directoryGigabytes: number
  /** Calls that routers look up in the busiest second. */
  readonly lookupsPerSecond: number
  readonly ordersPerSecond: number
  /** The busiest cell, as a multiple of the mean: of customers, and of orders. */
  readonly customersAtMost: number
  readonly ordersAtMost: number
  readonly frameMegabytesPerSecond: number
  readonly socketProcesses: number
  /** Moves until every cell has at most the allowed orders, after a sixteenth of the cells was added empty. */
  readonly movesAfterGrowth: number
  readonly minutesOfMoves: number
  readonly cores: number
  readonly coresPerMillion: number
  readonly costPerMillion: number
}

/** Bytes of a customer in the directory with six names and their indexes, as PostgreSQL 15 stored 100,000 of them. */
const directoryBytesPerCustomer = 1_070
/** A frame of 110 instruments as JSON, as the seed has them. */
const frameBytes = 4_990
const framesPerSecond = 2
/** One in ten is active on a day, with 20 orders on average, a third of them in the busiest hour; doubled for room. */
const activeShare = 0.1
const ordersOfActive = 20
const busiestHourShare = 1 / 3
const connectedShare = 1 / 50
const socketsPerProcess = 20_000
/** A call beside the orders themselves: balances, quotes, statements. */
const callsPerOrder = 4
/** After a growth, cells may have so much more than the mean. */
const allowedOverload = 1.05
/** A move freezes its customer for six seconds and a bit; each cell that loses customers moves so many at once. */
const secondsPerMove = 6.5
const movesAtOnce = 32
/** Processor time of an order with its settlement and acceptance through service, HTTP and router, in seconds. */
const coreSecondsPerOrder = 0.000_5
/** Primary and two standbys for each cell and the directory; a core each for the smallest of them. */
const serversPerDatabase = 3
const coresPerServer = 2
const otherCores = 12
const costPerCore = 25

/** Places every customer, draws how active each is, then grows the platform by a sixteenth and moves customers. */
export function simulatedPlatform(size: SimulatedSize): SimulatedPlatform {
  const { customers, cells, seed } = size
  const counts = new Float64Array(cells)
  const orders = new Float64Array(cells)
  const draw = randomAt(seed, 0, 0)
  for (let id = 1; id <= customers; id += 1) {
    const cell = id % cells
    counts[cell] = (counts[cell] ?? 0) + 1
    orders[cell] = (orders[cell] ?? 0) + ordersOfDay(draw())
  }
  const daily = sum(orders)
  const ordersPerSecond = (daily * busiestHourShare * 2) / 3_600
  const moves = movesAfterGrowth(orders, daily / Math.max(1, customers * activeShare))
  const socketProcesses = Math.ceil((customers * connectedShare) / socketsPerProcess)
  const cores =
    Math.ceil(ordersPerSecond * coreSecondsPerOrder) +
    (cells + 1) * serversPerDatabase * coresPerServer +
    socketProcesses +
    otherCores
  const millions = customers / 1_000_000
  return {
    ...size,
    directoryGigabytes: (customers * directoryBytesPerCustomer) / 1e9,
    lookupsPerSecond: ordersPerSecond * (1 + callsPerOrder),
    ordersPerSecond,
    customersAtMost: Math.max(...counts) / (customers / cells),
    ordersAtMost: Math.max(...orders) / (daily / cells),
    frameMegabytesPerSecond: (frameBytes * framesPerSecond * cells) / 1e6,
    socketProcesses,
    movesAfterGrowth: moves,
    minutesOfMoves: (moves * secondsPerMove) / (cells * movesAtOnce) / 60,
    cores,
    coresPerMillion: cores / millions,
    costPerMillion: (cores * costPerCore) / millions,
  }
}

/** Orders of a customer on a day: none for most, and a long tail with the mean of an active one. */
function ordersOfDay(draw: number): number {
  if (draw >= activeShare) return 0
  // A Pareto tail of exponent 2, whose mean is twice its least value.
  return ordersOfActive / 2 / Math.sqrt((draw + 1e-12) / activeShare)
}

/** How many average active customers have to leave their cells, once a sixteenth more cells stand empty. */
function movesAfterGrowth(orders: Float64Array, ordersPerCustomer: number): number {
  const mean = sum(orders) / (orders.length + Math.ceil(orders.length / 16))
  const excess = orders.reduce((all, of) => all + Math.max(0, of - mean * allowedOverload), 0)
  return ordersPerCustomer === 0 ? 0 : Math.ceil(excess / ordersPerCustomer)
}

const sum = (values: Float64Array) => values.reduce((all, one) => all + one, 0)

/** The figures as lines for a terminal. */
export function simulationLines(platform: SimulatedPlatform): string[] {
  const of = (value: number, digits = 0) =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return [
    `${of(platform.customers)} customers in ${platform.cells} cells`,
    `directory: ${of(platform.directoryGigabytes, 1)} GB, ${of(platform.lookupsPerSecond)} lookups a second`,
    `orders: ${of(platform.ordersPerSecond)} a second in the busiest hour, doubled for room`,
    `busiest cell: ${of(platform.customersAtMost, 3)} × the mean of customers, ${of(platform.ordersAtMost, 3)} × of orders`,
    `frames: ${of(platform.frameMegabytesPerSecond, 1)} MB a second to all cells`,
    `sockets: ${of(platform.socketProcesses)} processes`,
    `after a growth by a sixteenth: ${of(platform.movesAfterGrowth)} moves in ${of(platform.minutesOfMoves, 1)} minutes`,
    `cores: ${of(platform.cores)}, ${of(platform.coresPerMillion, 1)} for a million customers`,
    `cost: ${of(platform.costPerMillion)} a month for a million customers, at 25 a core`,
  ]
}
