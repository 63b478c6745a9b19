// `npm run check-ledger`: prepares the machine, then checks every invariant of the ledger (check-ledger.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/check-ledger.ts')
