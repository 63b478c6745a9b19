// `npm test`: prepares the machine, then runs every test (test.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('test.ts')
