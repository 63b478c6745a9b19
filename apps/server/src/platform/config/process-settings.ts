import * as z from 'zod/mini'
import { lagMs, nodeUrl, shareText } from './setting-values.ts'
import { hostsOf, parseDatabaseAddress } from '../postgres/database-address.ts'

/** The parts of the product that `CANDOR_ROLES` names. */
export const allRoles = ['api', 'realtime', 'market', 'settlement', 'jobs'] as const

/** A part of the process `server`: the others have processes of their own. */
export type ServerPart = Exclude<(typeof allRoles)[number], 'market'>

/** The parts among the roles of a start that the process `server` runs. */
export function serverPartsOf(roles: readonly string[]): ReadonlySet<ServerPart> {
  return new Set(allRoles.filter((role) => role !== 'market').filter((part) => roles.includes(part)))
}

const roles = z
  .pipe(
    z.string(),
    z.transform((text): readonly string[] => (text === 'all' ? allRoles : text.split(',').map((role) => role.trim()))),
  )
  .check(
    z.refine(
      (chosen) => chosen.every((role) => allRoles.some((known) => known === role)),
      `must be all, or some of ${allRoles.join(', ')}`,
    ),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'must name each role once'),
  )

/** An address of PostgreSQL with one host or several, in the form of an URL; empty where none is set. */
const databaseAddress = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => text === '' || parseDatabaseAddress(text) !== null,
        'must be postgres://USER@HOST:PORT/DATABASE, with commas between several hosts',
      ),
    ),
  z.transform((text) => parseDatabaseAddress(text) ?? ''),
)

/** Which parts of Candor a start runs, on which database, and how they reach those of other starts. */
export const processSettings = {
  databaseUrl: {
    env: 'DATABASE_URL',
    text: 'PostgreSQL to use as owner of the schemas, its hosts comma separated; the data folder’s own if unset',
    value: databaseAddress,
    isSecret: true,
  },
  readUrl: {
    env: 'CANDOR_READ_URL',
    text: 'A hot standby of the database, as postgres://HOST:PORT/DATABASE, for reads that may be a little old',
    value: databaseAddress.check(
      z.refine((address) => address === '' || hostsOf(address).length === 1, 'must name one host'),
    ),
    isSecret: true,
  },
  directoryUrl: {
    env: 'CANDOR_DIRECTORY_URL',
    text: 'The directory of a platform of several cells, as postgres://USER:PASSWORD@HOST:PORT/DATABASE; none if unset',
    value: databaseAddress,
    isSecret: true,
  },
  readLagMs: {
    env: 'CANDOR_READ_LAG_MS',
    text: 'By how much the standby may be late, in milliseconds; reads go to the primary while it is later',
    fallback: '2000',
    value: lagMs,
  },
  roles: {
    env: 'CANDOR_ROLES',
    flag: '--roles',
    text: 'What runs here: all, or some of api,realtime,market,settlement,jobs; needs DATABASE_URL and CANDOR_NATS_URL',
    fallback: 'all',
    value: roles,
  },
  natsUrl: {
    env: 'CANDOR_NATS_URL',
    text: 'NATS that carries messages between the parts of Candor, as tls://host:4222, several comma separated',
    value: z
      .string()
      .check(z.regex(/^((nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*)?$/, 'must begin with nats:// or tls://')),
    isSecret: true,
  },
  tracesUrl: {
    env: 'CANDOR_TRACES_URL',
    text: 'OTLP receiver of spans over HTTP, such as http://127.0.0.1:4318/v1/traces; no spans if unset',
    value: nodeUrl,
  },
  tracesShare: {
    env: 'CANDOR_TRACES_SHARE',
    text: 'Share of calls that have spans, from 0 to 1',
    fallback: '0.01',
    value: shareText,
  },
  natsCredentials: {
    env: 'CANDOR_NATS_CREDENTIALS',
    text: 'File with the credentials of an account of NATS (.creds)',
    value: z.string(),
  },
  joined: {
    env: 'CANDOR_JOINED',
    text: 'Whether other starts run parts of the same Candor (on or off); set by the launcher',
    fallback: 'off',
    value: z.enum(['on', 'off'], 'must be on or off'),
  },
} as const
