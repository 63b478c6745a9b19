/**
 * Measures how fast Candor is, each figure against a peer in the same run: one JSON line per figure, then a table. `npm
 * run bench -- orders settle --runs 9 --bar.settle-rate 1`; without a name all run except `lighthouse`. `load
 * --languages all` (or `de,zh`) measures the first load in those languages. `--smoke` uses the smallest sizes and no
 * bars. Exits with 1 when a bar is missed.
 */
import { loadavg } from 'node:os'
import process from 'node:process'
import { benches } from '../bench/catalogue.ts'
import { BenchFlagError, parseBenchFlags } from '../bench/bench-flags.ts'
import { judge, tableLines } from '../bench/figure.ts'
import type { JudgedFigure } from '../bench/figure.ts'

async function run(): Promise<number> {
  const wanted = parseBenchFlags(process.argv.slice(2), benches)
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

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof BenchFlagError ? error.message : error)
  process.exitCode = 1
}
