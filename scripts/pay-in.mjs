// `npm run pay-in`: prepares the machine, then books capital of the house (pay-in.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/pay-in.ts')
