/** Audits the price log of an installation. `npm run audit -- --help` prints its usage. */
import process from 'node:process'
import { runCommand } from '../apps/launcher/src/command-line.ts'
import { auditCommand, isExpected, runAuditCommand } from './audit/audit-command.ts'

await runCommand(auditCommand, async (args) => {
  const isTerminal = process.stderr.isTTY
  try {
    return await runAuditCommand(args, {
      nowMs: Date.now(),
      print: (line) => console.log(line),
      progress: (line) => process.stderr.write(isTerminal ? `\r\u001B[2K${line}` : `${line}\n`),
    })
  } catch (error) {
    if (!isExpected(error) || !(error instanceof Error)) throw error
    console.error(`${error.message}\nnpm run audit -- --help lists the options.`)
    return 2
  }
})
