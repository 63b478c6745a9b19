// `npm run audit`: prepares the machine, then audits a price log (audit.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/audit.ts')
