// `npm run sbom`: prepares the machine, then writes the bill of materials (sbom.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/sbom.ts')
