// `npm run operator`: prepares the machine, then manages the operators' accounts (operator.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('operator.ts')
