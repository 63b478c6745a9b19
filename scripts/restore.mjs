// `npm run restore`: prepares the machine, then runs restore.ts.
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/restore.ts')
