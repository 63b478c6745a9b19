// `npm run check-statement`: prepares the machine, then checks an exported statement (check-statement.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('check-statement.ts')
