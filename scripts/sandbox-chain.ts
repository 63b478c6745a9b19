/**
 * A chain on this machine for trying deposits: `npm run sandbox-chain`, then `npm run sandbox-chain -- send ADDRESS
 * AMOUNT`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseUnits } from '@candor/money'
import {
  ask,
  deployToken,
  firstAccount,
  openToken,
  startAnvil,
} from '../apps/server/src/modules/deposit/testing/anvil.ts'
import { newSandboxKey } from '../apps/server/src/modules/deposit/testing/sandbox-key.ts'
import { ConfigError, parseConfig } from '../apps/server/src/platform/config/index.ts'
import * as z from 'zod/mini'
import { CommandLineError, dataOption, readCommandLine, runCommand } from '../apps/launcher/src/command-line.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'

const chainPort = 8_545
/** The block interval; the second-newest block is final. */
const blockSeconds = 2
const confirmations = 3

/** What the tools of a running chain need. */
const chainFile = z.object({ url: z.string(), token: z.string(), publicKey: z.string() })
type ChainFile = z.output<typeof chainFile>

const keyFile = z.object({ privateKey: z.string(), publicKey: z.string() })

const command = {
  name: 'sandbox-chain',
  synopsis: '[send ADDRESS AMOUNT] [OPTION ...]',
  about:
    'Runs a chain of play money on this machine, for trying deposits; with send, sends coins on the chain that runs.',
  options: { data: dataOption },
  examples: { '': 'Start the chain', 'send 0x… 100': 'Send 100 USDT to a deposit address, from another terminal' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(command, args)
  const [verb, ...rest] = positionals
  const flags = values.data === undefined ? [] : ['--data', values.data]
  if (verb === 'send') await send(rest, flags)
  else if (verb === undefined) await run(flags)
  else throw new CommandLineError(`There is nothing to ${verb}, only to send.`)
  return 0
}

async function run(flags: readonly string[]): Promise<void> {
  const folder = await openFolder(flags)
  const key = await readOrMakeKey(join(folder, 'key.json'))
  const anvil = await startAnvil({ port: chainPort, blockSeconds, state: join(folder, 'state.json') }).catch(
    (error: unknown) => {
      throw new LaunchError(`The chain did not start: ${String(error)}. Is port ${chainPort} taken by another one?`)
    },
  )
  const token = await tokenOf(anvil.url, join(folder, 'chain.json'))
  await writeFile(
    join(folder, 'chain.json'),
    JSON.stringify({ url: anvil.url, token, publicKey: key.publicKey }, null, 2),
  )
  console.log(instructions({ url: anvil.url, token, publicKey: key.publicKey }))
  const stop = () => void anvil.stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
}

function instructions({ url, token, publicKey }: ChainFile): string {
  return [
    '',
    'A chain of play money runs on this machine. Start Candor so that it watches it:',
    '',
    `  CANDOR_ETH_RPC_URL=${url} \\`,
    `  CANDOR_ETH_TOKEN=${token} \\`,
    `  CANDOR_ETH_XPUB=${publicKey} \\`,
    `  CANDOR_ETH_CONFIRMATIONS=${confirmations} npm start`,
    '',
    'Then open Recharge, choose ERC20, copy the address, and send coins to it from another terminal:',
    '',
    '  npm run sandbox-chain -- send ADDRESS 100',
    '',
    `They are credited after about ${confirmations * blockSeconds} seconds. Addresses of this chain are worth nothing on any other. Ctrl-C stops it.`,
  ].join('\n')
}

async function send(words: readonly string[], flags: readonly string[]): Promise<void> {
  const [address = '', text = ''] = words
  if (!/^0x[0-9a-f]{40}$/i.test(address))
    throw new LaunchError('Say whom to send to: npm run sandbox-chain -- send 0x… 100')
  const units = parseUnits(text)
  if (units === null || units <= 0n) throw new LaunchError('Say how much to send, such as 100 or 12.5.')
  const chain = await readChain(join(await openFolder(flags), 'chain.json'))
  if (chain === null) throw new LaunchError('No chain was started here; begin with npm run sandbox-chain.')
  const from = await firstAccount(chain.url).catch(() => {
    throw new LaunchError('The chain does not answer; start it with npm run sandbox-chain.')
  })
  const txid = await openToken(chain.url, chain.token, from).send(address, units)
  console.log(`Sent ${text} USDT to ${address}\nTransaction ${txid}`)
}

async function openFolder(flags: readonly string[]): Promise<string> {
  const config = parseConfig(process.env, flags)
  if (config.mode !== 'sandbox') throw new LaunchError('A chain of play money belongs to the sandbox.')
  const folder = join(resolve(config.data), 'sandbox-chain')
  await mkdir(folder, { recursive: true })
  return folder
}

/** The addresses' key is kept, so that issued addresses stay valid. */
async function readOrMakeKey(path: string): Promise<z.output<typeof keyFile>> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text !== null) return z.parse(keyFile, JSON.parse(text))
  const key = newSandboxKey()
  await writeFile(path, JSON.stringify(key, null, 2), { mode: 0o600 })
  return key
}

async function readChain(path: string): Promise<ChainFile | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : z.parse(chainFile, JSON.parse(text))
}

/** The token of before, where the chain still has it, or a new one. */
async function tokenOf(url: string, path: string): Promise<string> {
  const before = await readChain(path)
  const code = before === null ? '0x' : await ask(url, 'eth_getCode', [before.token, 'latest'])
  return before !== null && code !== '0x' ? before.token : (await deployToken(url)).address
}

await runCommand(command, main, (error) => error instanceof LaunchError || error instanceof ConfigError)
