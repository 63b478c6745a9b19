import type { Config } from '../../server/src/platform/config/index.ts'
import type { DataFolder } from './data-folder.ts'
import { addressFor } from '../../server/src/platform/postgres/migrate.ts'
import type { DatabaseAddresses } from '../../server/src/platform/postgres/migrate.ts'

/** The first invitation code. */
export function inviteCode(config: Config, folder: DataFolder): string {
  return config.invite === '' ? folder.secrets.inviteCode : config.invite
}

/** The key of the sandbox's outbox. */
export function outboxKey(config: Config, folder: DataFolder): string {
  return config.outboxKey === '' ? folder.secrets.outboxKey : config.outboxKey
}

/** The server's key, from which others are derived. */
export function serverKey(config: Pick<Config, 'secret'>, { secrets }: Pick<DataFolder, 'secrets'>): string {
  return config.secret === '' ? secrets.serverKey : config.secret
}

/** Every setting as this start resolves it. The owner's address is none: no process but the launcher knows it. */
export function resolveSettings(config: Config, folder: DataFolder, database: DatabaseAddresses): Config {
  const { secrets } = folder
  return {
    ...config,
    databaseUrl: '',
    joined: config.natsUrl === '' ? 'off' : 'on',
    data: folder.path,
    appDatabaseUrl: database.appUrl,
    readUrl:
      config.readUrl === '' ? '' : addressFor(config.readUrl, { user: 'candor_app', password: secrets.appPassword }),
    marketDatabaseUrl: database.marketUrl,
    watcherDatabaseUrl: database.watcherUrl,
    verifierDatabaseUrl: database.verifierUrl,
    logDatabaseUrl: database.logUrl,
    // Browsers know no passkeys of an IP address.
    consoleOrigins:
      config.consoleOrigins.length > 0 ? config.consoleOrigins : [`http://localhost:${config.consolePort}`],
    secret: serverKey(config, folder),
    formerSecrets: config.formerSecrets.length > 0 ? config.formerSecrets : secrets.formerServerKeys,
    vaultKey: config.vaultKey === '' ? secrets.vaultKey : config.vaultKey,
    ticksLogKey: config.ticksLogKey === '' ? secrets.ticksLogKey : config.ticksLogKey,
    eventsLogKey: config.eventsLogKey === '' ? secrets.eventsLogKey : config.eventsLogKey,
    acceptanceKey: config.acceptanceKey === '' ? secrets.acceptanceKey : config.acceptanceKey,
    formerTicksLogKey: secrets.formerTicksLogKey ?? '',
    formerEventsLogKey: secrets.formerEventsLogKey ?? '',
    pushKey: config.pushKey === '' ? secrets.pushKey : config.pushKey,
    sandboxReviewer: config.sandboxReviewer === '' ? secrets.reviewerKey : config.sandboxReviewer,
    invite: inviteCode(config, folder),
    outboxKey: outboxKey(config, folder),
  }
}
