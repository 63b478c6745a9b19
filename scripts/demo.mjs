// `npm run demo`: prepares the machine, then tells a customer's story in the terminal (demo.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('demo.ts')
