// `npm run operator`: prepares the machine, then manages the operators' accounts (operator.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/operator.ts')
