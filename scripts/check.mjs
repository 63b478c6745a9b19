// `npm run check`: prepares the machine, then runs the machine checks (check.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('check.ts')
