// `node apps/h5/vite/declare-messages.ts` declares the keys of all messages for the compiler, after a folder of
// messages came or went.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageFoldersFile, messageFoldersModule } from './message-files.ts'

const source = join(import.meta.dirname, '../src')
writeFileSync(join(source, messageFoldersFile), messageFoldersModule(source))
