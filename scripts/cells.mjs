// `npm run cells`: prepares the machine, then runs a platform of several cells (cells.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/cells.ts')
