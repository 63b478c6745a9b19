/** Launches Candor in the terminal: `npm start` runs this once the machine is prepared. */
import { flushCompileCache } from 'node:module'
import process from 'node:process'
import { ConfigError, helpText, parseConfig } from '../../server/src/platform/config/index.ts'
import type { Config } from '../../server/src/platform/config/index.ts'
import { startCandor } from './candor.ts'
import type { Candor } from './candor.ts'
import { LaunchError } from './launch-error.ts'
import type { RunningPart } from './machines/part.ts'

/** npm and the terminal both forward one Ctrl-C; signals within this time count as one. */
const sameSignalMs = 500

async function launch(): Promise<void> {
  const flags = process.argv.slice(2)
  if (flags.includes('--help') || flags.includes('-h')) {
    console.log(helpText())
    return
  }
  const startedMs = performance.now()
  const config = parseConfig(process.env, flags)
  const stopping = stopOnSignal()
  const starting = startAny(config)
  stopping.begin(starting)
  const candor = await starting
  if (stopping.hasBegun()) return
  const elapsedMs = performance.now() - startedMs
  console.log('address' in candor ? summary(candor, config, elapsedMs) : partSummary(candor, config, elapsedMs))
  // A launcher that is killed starts again as fast as one that was stopped.
  flushCompileCache()
  const sentence = await candor.failed
  if (stopping.hasBegun()) return
  await candor.stop()
  throw new LaunchError(sentence)
}

async function startAny(config: Config): Promise<Candor | RunningPart> {
  const print = (line: string) => console.log(line)
  if (config.roles.includes('api')) return startCandor(config, print)
  const { startPart } = await import('./machines/part.ts')
  return startPart(config, print)
}

function partSummary(part: RunningPart, { feed, roles }: Config, elapsedMs: number): string {
  const isMarket = roles.includes('market')
  return [
    '',
    `Ready after ${(elapsedMs / 1000).toFixed(1)} s: ${roles.join(', ')}.`,
    ...(isMarket ? ['The market publishes, or stands by while another one does.'] : []),
    '',
    ...(isMarket ? [`  Feed             ${feed}`] : []),
    ...(part.origin === null ? [] : [`  Address          ${part.origin}`]),
    `  Data folder      ${part.dataFolder}`,
    ...(part.metricsAddress === null ? [] : [`  Metrics          ${part.metricsAddress}`]),
    '',
    'Ctrl-C stops it.',
  ].join('\n')
}

function summary(candor: Candor, config: Config, elapsedMs: number): string {
  return [
    '',
    `Candor is ready after ${(elapsedMs / 1000).toFixed(1)} s.`,
    '',
    `  Address          ${candor.address}`,
    `  Console          ${candor.consoleOrigin}/`,
    `  Invitation code  ${candor.inviteCode}`,
    `  Mode             ${config.mode}${config.mode === 'sandbox' ? ' (play money; mail lands in the outbox)' : ''}`,
    `  Feed             ${config.feed}`,
    `  Data folder      ${candor.dataFolder}`,
    `  Metrics          ${candor.metricsAddress}`,
    ...(config.mode === 'sandbox'
      ? [
          `  Outbox           ${candor.origin}/sandbox/outbox?key=${encodeURIComponent(candor.outboxKey)}`,
          `  Witness          its own, which is not independent: npm run witness -- --log ${candor.origin}`,
        ]
      : []),
    '',
    'Ctrl-C stops it.',
  ].join('\n')
}

/** The first signal stops everything in order, a second one at once. */
function stopOnSignal() {
  let starting: Promise<Candor | RunningPart> | null = null
  let firstAtMs: number | null = null
  const onSignal = () => {
    if (firstAtMs !== null) {
      if (performance.now() - firstAtMs > sameSignalMs) void end(starting, 'kill')
      return
    }
    firstAtMs = performance.now()
    console.log('\nStopping …')
    void end(starting, 'stop')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // A closed terminal refuses what is printed; the server and PostgreSQL are stopped in order all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('disconnect', onSignal)
  return {
    begin: (promise: Promise<Candor | RunningPart>) => {
      starting = promise
    },
    hasBegun: () => firstAtMs !== null,
  }
}

async function end(starting: Promise<Candor | RunningPart> | null, how: 'stop' | 'kill'): Promise<void> {
  const candor = await starting?.catch(() => null)
  await candor?.[how]()
  if (how === 'stop') console.log('Stopped.')
  process.exit(how === 'stop' ? 0 : 130)
}

try {
  await launch()
} catch (error) {
  const isExpected = error instanceof LaunchError || error instanceof ConfigError
  console.error(isExpected ? error.message : error)
  process.exit(1)
}
