import * as z from 'zod/mini'
import { parseDatabaseAddress } from '../postgres/database-address.ts'

/** The parts of the product that `CANDOR_ROLES` names. */
export const allRoles = ['api', 'realtime', 'market', 'settlement', 'jobs'] as const

/** What one start may run: the market has a process of its own, and the rest shares what is in memory. */
const divisions: readonly (readonly string[])[] = [allRoles, ['market'], allRoles.filter((role) => role !== 'market')]

const roles = z
  .pipe(
    z.string(),
    z.transform((text): readonly string[] => (text === 'all' ? allRoles : text.split(',').map((role) => role.trim()))),
  )
  .check(
    z.refine(
      (chosen) => divisions.some((division) => division.toSorted().join() === chosen.toSorted().join()),
      'must be all, or market, or api,realtime,settlement,jobs',
    ),
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
  roles: {
    env: 'CANDOR_ROLES',
    flag: '--roles',
    text: 'What runs here: all, market, or api,realtime,settlement,jobs; a part needs DATABASE_URL and CANDOR_NATS_URL',
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
  natsCredentials: {
    env: 'CANDOR_NATS_CREDENTIALS',
    text: 'File with the credentials of an account of NATS (.creds)',
    value: z.string(),
  },
} as const
