import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { newPasswords, startCellPlatform } from '../../apps/launcher/src/cells/cell-platform.ts'
import type { CellPlatform, PlatformPasswords } from '../../apps/launcher/src/cells/cell-platform.ts'
import { startCellServers } from '../../apps/launcher/src/cells/cell-servers.ts'
import type { CellServers } from '../../apps/launcher/src/cells/cell-servers.ts'
import { findCellPrograms } from '../../apps/launcher/src/cells/cell-programs.ts'
import { startPlatformWork } from '../../apps/launcher/src/cells/platform-work.ts'
import { CommandLineError, dataOption, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { LaunchError } from '../../apps/launcher/src/launch-error.ts'
import { checkClearing, moveCustomer, registerCustomer } from '../../apps/server/src/modules/cells/index.ts'
import { checkLedger } from '../../apps/server/src/modules/soundness/index.ts'
import { parseConfig } from '../../apps/server/src/platform/config/index.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { createPool } from '../../apps/server/src/platform/postgres/pool.ts'
import type { Database } from '../../apps/server/src/platform/transaction.ts'
import { readOverview, readWaiting, storeSandboxCustomer } from './cells-store.ts'
import { simulatedPlatform, simulationLines } from './simulation.ts'

export const cellsCommand = {
  name: 'cells',
  synopsis: '[NAME] [OPTION ...]',
  about:
    'Runs a platform of several cells on this machine: a directory that is the router, too, cells with play money, a\n' +
    'server for each, and a front that sends every customer to the own cell.\n' +
    "It needs Debian's PostgreSQL and PL/Proxy, and says so where they are missing. Ctrl-C stops all of it.\n" +
    'With CANDOR_NATS_URL, prices of the first cell reach the others by NATS; without it, by its database.',
  sections: {
    'From another terminal, while it runs': {
      overview: 'What all cells have, and the withdrawals that wait in any of them',
      check: 'Checks the ledger of each cell, and that the clearing accounts of all cells sum to zero',
      'register EMAIL': 'Registers a customer with play money in the cell whose turn it is',
      'move CUSTOMER --to CELL': 'Moves a customer to another cell',
    },
    Alone: { simulate: 'Simulates 256 cells and 100 million customers: directory, frames, moves' },
  },
  options: {
    cells: { type: 'string', value: 'COUNT', text: 'How many cells, 2 by default' },
    data: { ...dataOption, text: 'The data folder of the platform, var/cells by default' },
    feed: { type: 'string', value: 'FEED', text: 'The prices of the first cell, as CANDOR_FEED; simulated by default' },
    port: { type: 'string', value: 'PORT', text: 'Port of the app, 8080 by default; cell n uses ten times n above it' },
    host: { type: 'string', value: 'HOST', text: 'Address on which the app listens, 0.0.0.0 by default' },
    fronts: { type: 'string', value: 'COUNT', text: 'How many fronts, 1 by default; each has the next port' },
    'trust-proxy': {
      type: 'string',
      value: 'ADDRESSES',
      text: 'Proxies before the fronts, as CANDOR_TRUST_PROXY: they speak TLS',
    },
    to: { type: 'string', value: 'CELL', text: 'Where a customer is moved to' },
  },
  examples: { '--cells 2': 'Start two cells', 'move 17 --to 2': 'Move customer 17 to cell 2' },
} as const

/** What a running platform leaves in its folder for commands from another terminal. */
const platformFile = z.object({
  directoryUrl: z.string(),
  routerUrl: z.string(),
  cells: z.array(z.object({ ownerUrl: z.string(), appUrl: z.string() })),
})

/** A platform of an earlier version has no passwords of later roles. */
const passwordsFile = z.object({
  owner: z.string(),
  app: z.string(),
  market: z.string(),
  watcher: z.string(),
  cell: z._default(z.string(), newPasswords().cell),
  front: z._default(z.string(), newPasswords().front),
})

/** Runs the command line; `print` gets each line. Returns the exit code. Throws CommandLineError and LaunchError. */
export async function runCellsCommand(args: readonly string[], print: (line: string) => void): Promise<number> {
  const { values, positionals } = readCommandLine(cellsCommand, args)
  const [name, subject, ...rest] = positionals
  const folder = resolve(values.data ?? join('var', 'cells'))
  if (rest.length > 0) throw new CommandLineError(`There is nothing to do with ${rest.join(' ')}.`)
  if (name === undefined) {
    const cells = wholeNumber(values.cells ?? '2', 'How many cells')
    const port = wholeNumber(values.port ?? '8080', 'The port')
    const fronts = wholeNumber(values.fronts ?? '1', 'How many fronts')
    if (fronts > 10) throw new CommandLineError('There are at most ten fronts.')
    const { trustProxy } = parseConfig({ CANDOR_TRUST_PROXY: values['trust-proxy'] })
    const { feed = 'simulated:1', host = '0.0.0.0' } = values
    return run({ folder, cells, fronts, trustedProxies: trustProxy, feed, port, host }, print)
  }
  if (name === 'simulate') {
    for (const line of simulationLines(simulatedPlatform({ customers: 100_000_000, cells: 256, seed: 1 }))) print(line)
    return 0
  }
  if (!(name in onRunning)) throw new CommandLineError(`There is nothing called ${name}.`)
  return withPlatform(folder, (platform) =>
    (onRunning[name] ?? overview)({ platform, subject, to: values.to ?? '', print }),
  )
}

function wholeNumber(text: string, what: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new CommandLineError(`${what} is a whole number, at least 1.`)
  return Number(text)
}

interface Wanted {
  readonly folder: string
  readonly cells: number
  readonly fronts: number
  readonly trustedProxies: readonly string[]
  readonly feed: string
  readonly port: number
  readonly host: string
}

async function run({ folder, cells, ...wanted }: Wanted, print: (line: string) => void): Promise<number> {
  const { CANDOR_NATS_URL, CANDOR_NATS_CREDENTIALS } = process.env
  const nats = parseConfig({ CANDOR_NATS_URL, CANDOR_NATS_CREDENTIALS })
  const programs = findCellPrograms()
  if ('missing' in programs) throw new LaunchError(programs.missing)
  await mkdir(folder, { recursive: true })
  const passwords = await keepPasswords(join(folder, 'passwords.json'))
  const stopWord = new Promise<undefined>((end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(undefined))
  })
  const platform = await startCellPlatform({
    programs,
    folder,
    cells,
    durable: true,
    isSeeded: true,
    passwords,
    onProgress: print,
  })
  const logger = createLogger({ level: 'error', role: 'cells' })
  const file = join(folder, 'platform.json')
  const stopping: (() => Promise<void>)[] = [() => platform.stop()]
  try {
    const work = await startPlatformWork(platform, { feed: null, nats, logger, print })
    stopping.unshift(work.stop)
    const servers = await startCellServers(platform, {
      folder,
      passwords,
      ...wanted,
      app: true,
      onFrame: work.frameCommitted,
      logger,
      print,
    })
    stopping.unshift(servers.stop, () => rm(file, { force: true }))
    await writePrivately(file, addressesOf(platform))
    for (const line of summaryOf(platform, servers, file)) print(line)
    const failure = await Promise.race([stopWord, servers.failed])
    if (failure !== undefined) throw new LaunchError(failure)
    print('Stopping.')
    return 0
  } finally {
    for (const stop of stopping) await stop()
  }
}

function summaryOf({ directory, cells, routed }: CellPlatform, servers: CellServers, file: string): string[] {
  const [first] = servers.servers.values()
  const key = encodeURIComponent(first?.outboxKey ?? '')
  const consoles = Array.from(servers.servers, ([number, { consoleOrigin }]) => `${consoleOrigin}/ (cell ${number})`)
  return [
    '',
    ...servers.origins.map((origin) => `  Address          ${origin}/h5/`),
    `  Invitation code  ${servers.inviteCode}`,
    `  Outbox           ${servers.origin}/sandbox/outbox?key=${key} (of the cell that serves this browser)`,
    `  Consoles         ${consoles.join(', ')}`,
    `  Router           port ${directory.postgres.port}, ${routed.length} functions`,
    ...Array.from(cells, ([number, { postgres }]) => `  Cell ${number}           port ${postgres.port}`),
    `  Passwords        ${file}`,
    '',
    'Ctrl-C stops it.',
  ]
}

function addressesOf({ directory, cells }: CellPlatform): z.output<typeof platformFile> {
  return {
    directoryUrl: directory.ownerUrl,
    routerUrl: directory.appUrl,
    cells: Array.from(cells.values(), ({ ownerUrl, appUrl }) => ({ ownerUrl, appUrl })),
  }
}

async function writePrivately(file: string, value: object): Promise<void> {
  await writeFile(file, JSON.stringify(value, null, 2), { mode: 0o600 })
  await chmod(file, 0o600)
}

async function keepPasswords(file: string): Promise<PlatformPasswords> {
  const kept = await readFile(file, 'utf8').catch(() => null)
  const made = kept === null ? newPasswords() : z.parse(passwordsFile, JSON.parse(kept))
  await writePrivately(file, made)
  return made
}

interface RunningPlatform {
  readonly directory: Database
  readonly router: Database
  readonly owners: ReadonlyMap<number, Database>
  readonly apps: ReadonlyMap<number, Database>
}

/** Opens a platform that runs in another terminal, and closes the connections afterwards. */
async function withPlatform(folder: string, work: (platform: RunningPlatform) => Promise<number>): Promise<number> {
  const text = await readFile(join(folder, 'platform.json'), 'utf8').catch(() => null)
  if (text === null) throw new LaunchError(`No platform runs on ${folder}: start it with npm run cells.`)
  const addresses = z.parse(platformFile, JSON.parse(text))
  const pools: Database[] = []
  const open = (url: string) => {
    const pool = createPool(url, 'cells-command', { maxConnections: 2 })
    pools.push(pool)
    return pool
  }
  try {
    return await work({
      directory: open(addresses.directoryUrl),
      router: open(addresses.routerUrl),
      owners: new Map(addresses.cells.map(({ ownerUrl }, place) => [place + 1, open(ownerUrl)])),
      apps: new Map(addresses.cells.map(({ appUrl }, place) => [place + 1, open(appUrl)])),
    })
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
  }
}

interface Asked {
  readonly platform: RunningPlatform
  readonly subject: string | undefined
  readonly to: string
  readonly print: (line: string) => void
}

const onRunning: Readonly<Record<string, (asked: Asked) => Promise<number>>> = { overview, check, register, move }

async function overview({ platform, print }: Asked): Promise<number> {
  for (const line of await readOverview(platform.router)) print(line)
  for (const line of await readWaiting(platform.router)) print(line)
  return 0
}

async function check({ platform, print }: Asked): Promise<number> {
  let broken = 0
  for (const [number, app] of platform.apps) {
    const { mismatches } = await checkLedger(app)
    broken += mismatches.length
    print(`cell ${number}: ${mismatches.length === 0 ? 'ledger clean' : `${mismatches.length} mismatches`}`)
    for (const { invariant, detail } of mismatches) print(`  ${invariant}: ${detail}`)
  }
  const clearing = await checkClearing(platform.owners)
  for (const mismatch of clearing.mismatches) print(`  ${mismatch}`)
  const isOpen = clearing.underWay === 0 && (clearing.usd !== 0n || clearing.usdt !== 0n)
  print(`clearing: ${clearing.usd} USD and ${clearing.usdt} USDT in units, ${clearing.underWay} under way`)
  return broken > 0 || clearing.mismatches.length > 0 || isOpen ? 1 : 0
}

async function register({ platform, subject = '', print }: Asked): Promise<number> {
  const email = subject.toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandLineError('Name the e-mail of the customer.')
  // The same e-mail is the same request: a repeat goes on with what an interrupted one has begun.
  const requestId = createHash('sha256').update(email).digest('hex').slice(0, 32)
  const registration = { requestId, names: { email }, nowMs: Date.now() }
  const placed = await registerCustomer(platform.directory, registration)
  const owner = platform.owners.get(placed.cell)
  if (owner === undefined) throw new LaunchError(`Cell ${placed.cell} does not run.`)
  await storeSandboxCustomer(owner, { customerId: placed.customerId, email })
  print(`Customer ${placed.customerId} is in cell ${placed.cell}.`)
  return 0
}

async function move({ platform, subject = '', to, print }: Asked): Promise<number> {
  if (!/^[1-9]\d{0,15}$/.test(subject)) throw new CommandLineError('Name the number of the customer.')
  const moved = await moveCustomer(
    {
      directory: platform.directory,
      cells: platform.owners,
      nowMs: Date.now,
      pause: (ms) => sleep(ms),
      patienceMs: 60_000,
    },
    BigInt(subject),
    wholeNumber(to, 'The cell of --to'),
  )
  if (moved.ok) print(`Customer ${subject} is in cell ${to}, after ${moved.value.frozenForMs} ms without orders.`)
  else print(`Customer ${subject} stays: something is open, and has to end first.`)
  return moved.ok ? 0 : 1
}
