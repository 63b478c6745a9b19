// `npm run check-statement`: prepares the machine, then checks an exported statement (check-statement.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/check-statement.ts')
