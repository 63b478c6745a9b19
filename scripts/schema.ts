/**
 * `npm run schema`: writes current-schema.sql and rows/ of apps/server/database from the catalogue of a migrated
 * database.
 */
import { join } from 'node:path'
import { readOptions, runCommand } from '../apps/launcher/src/command-line.ts'
import { writeSchema } from './checks/sql-schema.ts'

const command = {
  name: 'schema',
  synopsis: '',
  about:
    'Writes current-schema.sql and rows/ of apps/server/database from the catalogue of a migrated database.\n' +
    'npm run check fails while a file is out of date.',
  options: {},
  examples: { '': 'After a change of SQL' },
} as const

await runCommand(command, async (args) => {
  readOptions(command, args, 'The schema takes no names.')
  await writeSchema(join(import.meta.dirname, '..'))
  return 0
})
