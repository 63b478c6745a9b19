// `npm run bench`: prepares the machine, then measures (bench.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('bench.ts')
