// `npm run chaos`: prepares the machine, then breaks things on purpose (chaos.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/chaos.ts')
