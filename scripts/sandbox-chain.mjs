// Prepares the machine where needed, then starts or uses the sandbox's own chain (scripts/sandbox-chain.ts).
import { bootstrap } from '../apps/launcher/src/bootstrap.mjs'

await bootstrap('scripts/sandbox-chain.ts')
