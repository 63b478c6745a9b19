// `npm run doctor`: prepares the machine, then looks at the settings and the machine (doctor.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/doctor.ts')
