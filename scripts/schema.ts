/**
 * `npm run schema`: writes current-schema.sql and rows/ of apps/server/database from the catalogue of a migrated
 * database. `npm run schema -- release`: keeps a data folder of this version for the test of upgrades.
 */
import { join } from 'node:path'
import { CommandLineError, readCommandLine, runCommand } from '../apps/launcher/src/command-line.ts'
import { writeSchema } from './checks/sql-schema.ts'
import { keepRelease } from './release/keep-release.ts'

const command = {
  name: 'schema',
  synopsis: '[release]',
  about:
    'Writes current-schema.sql and rows/ of apps/server/database from the catalogue of a migrated database.\n' +
    'npm run check fails while a file is out of date. With “release” it keeps a data folder of this version, which the\n' +
    'next version is tested to start on, in place of the one that was kept.',
  options: {},
  examples: { '': 'After a change of SQL', release: 'As the last step of a release' },
} as const

await runCommand(command, async (args) => {
  const [name, ...others] = readCommandLine(command, args).positionals
  if ((name !== undefined && name !== 'release') || others.length > 0)
    throw new CommandLineError('The schema takes no name but “release”.')
  if (name === 'release') await keepRelease((line) => console.log(line))
  else await writeSchema(join(import.meta.dirname, '..'))
  return 0
})
