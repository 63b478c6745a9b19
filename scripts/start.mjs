// `npm start`: prepares the machine, then launches Candor (launch.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('launch.ts')
