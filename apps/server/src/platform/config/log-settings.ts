import * as z from 'zod/mini'
import { originName, signingKey } from './setting-values.ts'

/** The settings of the price log, its witnesses and the acceptance of orders. */
export const logSettings = {
  logDatabaseUrl: {
    env: 'CANDOR_LOG_DATABASE_URL',
    text: 'PostgreSQL as the role of the price log; set by the launcher',
    value: z.string(),
    isSecret: true,
  },
  logHost: {
    env: 'CANDOR_LOG_HOST',
    text: 'Name in the origins of the price log; the first of CANDOR_ALLOWED_HOSTS, or localhost, if unset',
    value: originName,
  },
  witnesses: {
    env: 'CANDOR_WITNESSES',
    text: 'Witnesses of the price log: a file of c2sp.org/tlog-policy or its text; witnesses.txt of the data folder if unset',
    value: z.string(),
  },
  ownWitness: {
    env: 'CANDOR_OWN_WITNESS',
    text: "Key and address of the sandbox's own witness; set by the launcher",
    value: z.string(),
  },
  ticksLogKey: {
    env: 'CANDOR_TICKS_LOG_KEY',
    text: 'Key that signs the log of prices (Ed25519); set by the launcher from the data folder',
    value: signingKey,
    isSecret: true,
  },
  eventsLogKey: {
    env: 'CANDOR_EVENTS_LOG_KEY',
    text: 'Key that signs the log of events (Ed25519); set by the launcher from the data folder',
    value: signingKey,
    isSecret: true,
  },
  acceptanceKey: {
    env: 'CANDOR_ACCEPTANCE_KEY',
    text: 'Key that signs the acceptance of orders (Ed25519); set by the launcher from the data folder',
    value: signingKey,
    isSecret: true,
  },
  formerTicksLogKey: {
    env: 'CANDOR_FORMER_TICKS_LOG_KEY',
    text: 'Its key from before, which signs until the change is announced; set by the launcher from the data folder',
    value: signingKey,
    isSecret: true,
  },
  formerEventsLogKey: {
    env: 'CANDOR_FORMER_EVENTS_LOG_KEY',
    text: 'The same of the log of events; set by the launcher from the data folder',
    value: signingKey,
    isSecret: true,
  },
} as const
