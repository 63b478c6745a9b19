// `npm run witness`: prepares the machine, then runs a witness (witness.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/witness.ts')
