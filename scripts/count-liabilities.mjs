// `npm run count-liabilities`: prepares the machine, then counts what is owed to all customers (count-liabilities.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/count-liabilities.ts')
