/** `npm run chaos`: breaks Candor on purpose, one JSON line per finding, then a table. `--help` lists the trials. */
import { runCommand } from '../apps/launcher/src/command-line.ts'
import { trials } from '../chaos/catalogue.ts'
import { chaosCommand, parseChaosFlags } from '../chaos/chaos-flags.ts'
import { judge, jsonLine, tableLines } from '../chaos/trial.ts'
import type { JudgedFinding } from '../chaos/trial.ts'

async function run(args: readonly string[]): Promise<number> {
  const { wanted, seed } = parseChaosFlags(args, trials, Math.random)
  const judged: JudgedFinding[] = []
  for (const { name, trial, sizes } of wanted) {
    console.error(`${name} --seed ${seed} ${JSON.stringify(sizes)} …`)
    const findings = await trial.run({ sizes, seed, progress: (line) => console.error(`  ${line}`) })
    for (const finding of findings) {
      const verdict = judge(finding, seed)
      console.log(jsonLine(verdict))
      judged.push(verdict)
    }
  }
  for (const line of tableLines(judged)) console.log(line)
  return judged.every(({ ok }) => ok) ? 0 : 1
}

await runCommand(chaosCommand(trials), run)
