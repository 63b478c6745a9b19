// `npm run bench`: prepares the machine, then measures (bench.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/bench.ts')
