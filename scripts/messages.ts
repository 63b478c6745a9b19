/** `npm run messages`: declares the keys of all texts of the apps for the compiler. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptions, runCommand } from '../apps/launcher/src/command-line.ts'
import { declarations, declarationsFile, messageApps } from './messages/declarations.ts'

const command = {
  name: 'messages',
  synopsis: '',
  about:
    'Writes message-folders.d.ts of apps/h5, apps/console and apps/public, which declares the keys of their texts.\n' +
    'A test fails while a file is out of date.',
  options: {},
  examples: { '': 'After a folder of texts came or went' },
} as const

await runCommand(command, async (args) => {
  readOptions(command, args, 'The command takes no names.')
  const apps = messageApps(join(import.meta.dirname, '..'))
  await Promise.all(apps.map((app) => writeFile(declarationsFile(app), declarations(app))))
  return 0
})
