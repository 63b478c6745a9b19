/** Says what is set, what is missing and what looks wrong, before a start or beside a running Candor. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { settings } from '../apps/server/src/platform/config/index.ts'
import type { Config } from '../apps/server/src/platform/config/index.ts'
import { readMigrations } from '../apps/server/src/platform/postgres/migrate.ts'
import { withPool } from '../apps/server/src/platform/postgres/pool.ts'
import type { Database } from '../apps/server/src/platform/transaction.ts'
import { version } from '../apps/server/src/roles/version.ts'
import { dataOption, readOptions } from '../apps/launcher/src/command-line.ts'
import { configOf, runDataCommand, withAccess } from '../apps/launcher/src/data-command.ts'
import {
  clockFinding,
  diskFindings,
  exposureFindings,
  migrationFinding,
  postgresFinding,
  secretFindings,
  settingFindings,
} from './doctor/findings.ts'
import type { Finding } from './doctor/findings.ts'
import { clockErrorMs, measureDisk, modeOfSecrets } from './doctor/machine.ts'

const command = {
  name: 'doctor',
  synopsis: '[OPTION ...]',
  about:
    'Says what is set, what is missing and what looks wrong, for the settings of this terminal. Values of secrets are\n' +
    'never shown. Exits with 1 where something keeps Candor from starting.',
  options: {
    data: dataOption,
  },
  examples: { '--data /srv/candor': 'Another data folder' },
} as const

const marks = { fine: '✓', missing: '✗', doubtful: '!', unknown: '?' } as const

async function main(args: readonly string[]): Promise<number> {
  const values = readOptions(command, args, 'Everything is looked at: it takes no names.')
  const config = configOf(values, process.env)
  console.log(`Candor ${version}, ${config.mode}, data folder ${config.data}`)
  const set = Object.values(settings).filter(({ env }) => (process.env[env] ?? '') !== '')
  console.log(`Set: ${set.map(({ env }) => env).join(', ') || 'nothing'}\n`)
  const findings = [
    ...settingFindings(config),
    ...exposureFindings(config),
    ...secretFindings({ config, fileMode: await modeOfSecrets(config.data) }),
    clockFinding(await clockErrorMs(config.krakenUrl)),
    ...diskFindings(await measureDisk(config.data)),
    ...(await databaseFindings(config)),
  ]
  for (const { kind, text } of findings) console.log(`${marks[kind]} ${text}`)
  return findings.some(({ kind }) => kind === 'missing') ? 1 : 0
}

/** PostgreSQL and what a start would change in it. A data folder that is not there yet has nothing to look at. */
async function databaseFindings(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === '' && !existsSync(join(config.data, 'postgres', 'PG_VERSION')))
    return [{ kind: 'unknown', text: 'There is no database yet: npm start makes it.' }]
  try {
    return await withAccess(config, ({ ownerUrl }) => withPool(ownerUrl, 'doctor', stateOf))
  } catch (error) {
    return [
      { kind: 'missing', text: `The database cannot be used: ${error instanceof Error ? error.message : 'unknown'}` },
    ]
  }
}

async function stateOf(owner: Database): Promise<Finding[]> {
  const { rows } = await owner.query<{ number: string; is_prepared: boolean }>(
    `select current_setting('server_version_num') as number,
       to_regclass('migration.applied') is not null as is_prepared`,
  )
  const migrations = rows[0]?.is_prepared === true ? await readMigrations(owner) : null
  return [postgresFinding(Number(rows[0]?.number ?? 0)), migrationFinding(migrations)]
}

await runDataCommand(command, main)
