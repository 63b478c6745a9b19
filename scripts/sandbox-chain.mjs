// Prepares the machine where needed, then starts or uses the sandbox's own chain (scripts/sandbox-chain.ts).
import { bootstrap } from './bootstrap.mjs'

await bootstrap('sandbox-chain.ts')
