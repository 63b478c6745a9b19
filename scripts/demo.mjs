// `npm run demo`: prepares the machine, then plays a customer's story in the terminal (demo.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/demo.ts')
