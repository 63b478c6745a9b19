// `npm run verify`: prepares the machine, then verifies a receipt (verify.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/verify.ts')
