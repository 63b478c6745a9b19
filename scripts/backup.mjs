// `npm run backup`: prepares the machine, then runs backup.ts.
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/backup.ts')
