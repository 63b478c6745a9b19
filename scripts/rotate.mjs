// `npm run rotate`: prepares the machine, then replaces a key of the data folder (rotate.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/rotate.ts')
