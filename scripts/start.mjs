// `npm start`: prepares the machine, then launches Candor (launch.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('apps/launcher/src/launch.ts')
