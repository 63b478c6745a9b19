// `npm run schema`: prepares the machine, then describes the database (schema.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/schema.ts')
