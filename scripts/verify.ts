/** Verifies a receipt without any server. `npm run verify -- --help` prints its usage. */
import process from 'node:process'
import { runCommand } from '../apps/launcher/src/command-line.ts'
import { ConfigError } from '../apps/server/src/platform/config/index.ts'
import { UnreadableFile } from './verify/trusted-keys.ts'
import { runVerify, verifyCommand } from './verify/verify-command.ts'

await runCommand(
  verifyCommand,
  (args) => runVerify(args, { nowMs: Date.now(), environment: process.env, print: (line) => console.log(line) }),
  (error) => error instanceof UnreadableFile || error instanceof ConfigError,
)
