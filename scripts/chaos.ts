/**
 * Breaks Candor on purpose and checks for damage: one JSON line per finding, then a table. `npm run chaos -- model
 * --seed 7 --commands 6000`; without a name all trials run, without a seed one is drawn and printed. `--smoke` uses the
 * smallest sizes. Exits with 1 when something was found.
 */
import process from 'node:process'
import { BenchFlagError } from '../bench/bench-flags.ts'
import { trials } from '../chaos/catalogue.ts'
import { parseChaosFlags } from '../chaos/chaos-flags.ts'
import { judge, jsonLine, tableLines } from '../chaos/trial.ts'
import type { JudgedFinding } from '../chaos/trial.ts'

async function run(): Promise<number> {
  const { wanted, seed } = parseChaosFlags(process.argv.slice(2), trials, Math.random)
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

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof BenchFlagError ? error.message : error)
  process.exitCode = 1
}
