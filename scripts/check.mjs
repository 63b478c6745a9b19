// `npm run check`: prepares the machine, then runs the machine checks (check.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/check.ts')
