/**
 * `npm run bench`: measures how fast Candor is, one JSON line per figure, then a table. `--help` lists the benchmarks.
 */
import { loadavg } from 'node:os'
import { benches } from '../bench/catalogue.ts'
import { runCommand } from '../apps/launcher/src/command-line.ts'
import { benchCommand, parseBenchFlags } from '../bench/bench-flags.ts'
import { judge, tableLines } from '../bench/figure.ts'
import type { JudgedFigure } from '../bench/figure.ts'

async function run(args: readonly string[]): Promise<number> {
  const wanted = parseBenchFlags(args, benches)
  const judged: JudgedFigure[] = []
  console.error(`load average ${loadavg()[0]?.toFixed(2)}`)
  for (const { name, bench, sizes, bars, chosen } of wanted) {
    console.error(`${name} ${JSON.stringify(sizes)} …`)
    for (const figure of await bench.run(sizes, chosen)) {
      const line = judge(figure, bars[figure.barOf ?? figure.name])
      console.log(JSON.stringify(line))
      judged.push(line)
    }
  }
  for (const line of tableLines(judged)) console.log(line)
  return judged.some((figure) => figure.ok === false) ? 1 : 0
}

await runCommand(benchCommand(benches), run)
