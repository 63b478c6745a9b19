import type { Config } from '../../apps/server/src/platform/config/index.ts'
import { liveModeAdvice, liveModeGaps } from '../../apps/server/src/platform/config/live-mode.ts'
import { oldestPostgres } from '../../apps/launcher/src/foreign-database.ts'
import { launcherGaps } from '../../apps/launcher/src/live-requirements.ts'

/** What the doctor says of one thing. Only `missing` keeps Candor from starting. */
export interface Finding {
  readonly kind: 'fine' | 'missing' | 'doubtful' | 'unknown'
  readonly text: string
}

/** A write to the disk that takes longer delays every order. */
const slowFlushMs = 10
/** Prices of sources are compared with the machine's clock. */
const mostClockErrorMs = 1_000
const fewestFreeBytes = 5 * 2 ** 30

/** What live mode needs and has not; a sandbox needs nothing. */
export function settingFindings(config: Config): Finding[] {
  if (config.mode === 'sandbox') return [{ kind: 'fine', text: 'A sandbox with play money needs no settings.' }]
  const gaps = [...liveModeGaps(config), ...launcherGaps(config)].map((text) => ({ kind: 'missing', text }) as const)
  const advice = liveModeAdvice(config).map((text) => ({ kind: 'doubtful', text }) as const)
  return gaps.length > 0
    ? [...gaps, ...advice]
    : [{ kind: 'fine', text: 'All settings of live mode are there.' }, ...advice]
}

/** What a stranger on the network may reach that should be closed, or be told apart from a friend. */
export function exposureFindings(config: Config): Finding[] {
  const isOpen = (host: string) => !/^(127\.|localhost$|::1$)/.test(host)
  return [
    ...(isOpen(config.consoleHost)
      ? [
          doubtful(
            `The operators’ console listens on ${config.consoleHost}: keep it on loopback behind a proxy or VPN.`,
          ),
        ]
      : [fine('The operators’ console is reachable from this machine only.')]),
    ...(isOpen(config.host) && config.tls === 'off'
      ? [doubtful(`The app listens on ${config.host} without TLS in front (CANDOR_TLS): fit for a home network only.`)]
      : []),
    ...(config.tls === 'on' && config.trustProxy.length === 0
      ? [
          doubtful(
            'A proxy is in front and none is trusted (CANDOR_TRUST_PROXY): all customers share one network’s limits.',
          ),
        ]
      : []),
    ...(config.mode === 'sandbox' && isOpen(config.host) && config.allowedHosts.length > 0
      ? [doubtful('This sandbox has a public name: anyone with the invitation code gets play money.')]
      : []),
  ]
}

/** How the machine's clock compares with that of a server elsewhere; null where none was reached. */
export function clockFinding(errorMs: number | null): Finding {
  if (errorMs === null) return { kind: 'unknown', text: 'The clock was compared with no other: no source was reached.' }
  const shown = `${Math.round(Math.abs(errorMs) / 100) / 10} s`
  return Math.abs(errorMs) > mostClockErrorMs
    ? doubtful(`The clock is off by about ${shown}: prices look late or early. Let it follow a time server (NTP).`)
    : fine('The clock agrees with a server elsewhere.')
}

/** How long a write takes to reach the disk, and how much room there is. */
export function diskFindings({
  flushMs,
  freeBytes,
}: {
  readonly flushMs: number
  readonly freeBytes: number
}): Finding[] {
  const free = `${(freeBytes / 2 ** 30).toFixed(1)} GiB`
  return [
    flushMs > slowFlushMs
      ? doubtful(`A write takes ${flushMs.toFixed(1)} ms to reach the disk: each order waits for one.`)
      : fine(`A write reaches the disk in ${flushMs.toFixed(1)} ms.`),
    freeBytes < fewestFreeBytes
      ? doubtful(`The data folder’s disk has ${free} left.`)
      : fine(`The disk has ${free} left.`),
  ]
}

/** Secrets that others may know: drawn by a person, or readable by other users of the machine. */
export function secretFindings({
  config,
  fileMode,
}: {
  readonly config: Config
  /** The permissions of `secrets.json`; null where there is none yet. */
  readonly fileMode: number | null
}): Finding[] {
  const weak = (
    [
      ['CANDOR_SECRET', config.secret],
      ['CANDOR_VAULT_KEY', config.vaultKey],
      ['CANDOR_OUTBOX_KEY', config.outboxKey],
    ] as const
  ).filter(([, value]) => value !== '' && (value.length < 20 || new Set(value).size < 10))
  return [
    ...weak.map(([name]) =>
      doubtful(`${name} is short or repeats itself: leave it unset, and the launcher draws one.`),
    ),
    ...(fileMode !== null && (fileMode & 0o077) !== 0
      ? [doubtful('Other users of this machine may read secrets.json: chmod 600.')]
      : []),
  ]
}

const mostNamed = 10

/** What a start would change in the database; null where it has nothing of Candor yet. */
export function migrationFinding(
  migrations: { readonly applied: readonly string[]; readonly outstanding: readonly string[] } | null,
): Finding {
  if (migrations === null) return { kind: 'unknown', text: 'The database is empty: the next start makes it.' }
  const { applied, outstanding } = migrations
  const short = (name: string) => name.replace(/^(?:deltas|baseline)\//, '').replace(/\.sql$/, '')
  if (outstanding.length === 0)
    return fine(
      `The database is of this version: ${applied.length} migrations, the newest ${short(applied.at(-1) ?? 'none')}.`,
    )
  const named = outstanding.slice(0, mostNamed).map(short)
  const more = outstanding.length > mostNamed ? [`${outstanding.length - mostNamed} more`] : []
  return doubtful(`The next start changes the database: ${[...named, ...more].join(', ')}. Back it up.`)
}

/** Whether PostgreSQL can be used; `versionNumber` as in `server_version_num`. */
export function postgresFinding(versionNumber: number): Finding {
  const major = Math.floor(versionNumber / 10_000)
  return major < oldestPostgres
    ? { kind: 'missing', text: `PostgreSQL ${major} is too old: Candor needs ${oldestPostgres} or newer.` }
    : fine(`PostgreSQL ${major}.${versionNumber % 10_000} responds.`)
}

function fine(text: string): Finding {
  return { kind: 'fine', text }
}

function doubtful(text: string): Finding {
  return { kind: 'doubtful', text }
}
