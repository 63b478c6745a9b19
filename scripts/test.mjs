// `npm test`: prepares the machine, then runs every test (test.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/test.ts')
