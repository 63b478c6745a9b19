import process from 'node:process'
import pino from 'pino'
import { createPool } from '../../../platform/postgres/pool.ts'
import { pollOnce } from '../chain-watcher.ts'
import { openEvmRpc } from '../evm-rpc.ts'
import { createEvmSource } from '../evm-source.ts'

/**
 * One poll of a watcher, killed before (`before:3`) or after (`after:3`) that statement. Prints `done` if it was not
 * killed.
 */
const [watcherUrl = '', rpcUrl = '', cut = ''] = process.argv.slice(2)
const [when, place] = cut.split(':')
const watcher = createPool(watcherUrl, 'test-watcher', { maxConnections: 1 })
const send = watcher.query.bind(watcher)
let statements = 0
const dieAt = (moment: string) => {
  if (when === moment && statements === Number(place)) process.kill(process.pid, 'SIGKILL')
}
Object.assign(watcher, {
  query: async (text: string, values: unknown[]) => {
    statements += 1
    dieAt('before')
    const answer = await send(text, values)
    dieAt('after')
    return answer
  },
})

await pollOnce({
  watcher,
  source: createEvmSource(openEvmRpc(rpcUrl)),
  logger: pino({ level: 'silent' }),
  onChanged: () => undefined,
})
await watcher.end()
process.stdout.write(`done ${statements}\n`)
