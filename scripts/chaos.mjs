// `npm run chaos`: prepares the machine, then breaks things on purpose (chaos.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('chaos.ts')
