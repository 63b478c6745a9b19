// `npm run messages`: prepares the machine, then declares the keys of the texts (messages.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/messages.ts')
