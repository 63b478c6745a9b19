// `npm run check-ledger`: prepares the machine, then checks every invariant of the ledger (check-ledger.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('check-ledger.ts')
