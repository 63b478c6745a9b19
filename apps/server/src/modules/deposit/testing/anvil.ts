import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { sandboxUsdtBytecode, sandboxUsdtMethods } from './sandbox-usdt.ts'

/** A real Ethereum chain on this machine, which ends with its process. */
export interface Anvil {
  readonly url: string
  /** Calls any JSON-RPC method; returns the unparsed result. */
  rpc(method: string, ...params: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

const startTimeoutMs = 20_000
const binaries: Readonly<Record<string, string>> = {
  'linux x64': '@foundry-rs/anvil-linux-amd64/bin/anvil',
  'linux arm64': '@foundry-rs/anvil-linux-arm64/bin/anvil',
  'darwin x64': '@foundry-rs/anvil-darwin-amd64/bin/anvil',
  'darwin arm64': '@foundry-rs/anvil-darwin-arm64/bin/anvil',
  'win32 x64': '@foundry-rs/anvil-win32-amd64/bin/anvil.exe',
}

/**
 * The program as installed by npm. Its package's own install script is unnecessary: it would download the same program.
 */
function anvilProgram(): string {
  const name = binaries[`${platform()} ${arch()}`]
  if (name === undefined) throw new Error(`there is no anvil for ${platform()} ${arch()}`)
  return createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')).resolve(name)
}

/**
 * Starts a chain whose second-newest block counts as final. Blocks are mined per transaction, or at an interval in
 * seconds. `port` 0 takes a free one; `state` is a file that outlives it.
 */
export async function startAnvil(
  options: { port?: number; blockSeconds?: number; state?: string } = {},
): Promise<Anvil> {
  const flags = [
    '--port',
    String(options.port ?? 0),
    '--slots-in-an-epoch',
    '1',
    '--chain-id',
    '31337',
    '--no-request-size-limit',
  ]
  if (options.blockSeconds !== undefined) flags.push('--block-time', String(options.blockSeconds))
  if (options.state !== undefined) flags.push('--state', options.state, '--state-interval', '5')
  const child = spawn(anvilProgram(), flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('anvil did not start')), startTimeoutMs)
    void exited.then(() => reject(new Error('anvil ended while starting')))
    createInterface(child.stdout).on('line', (line) => {
      const port = /^Listening on \S+:(\d+)$/.exec(line)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      resolve(`http://127.0.0.1:${port}`)
    })
  })
  child.stderr.resume()
  return {
    url,
    rpc: (method, ...params) => ask(url, method, params),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const answer = z.object({ result: z.optional(z.unknown()), error: z.optional(z.object({ message: z.string() })) })

/** Calls a chain. Throws its error. */
export async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = z.parse(answer, await response.json())
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

/** USDT on a local chain, and its holder. */
export interface TestToken {
  readonly address: string
  /** Sends units to an address in a transaction; returns its id. */
  send(to: string, units: bigint): Promise<string>
  /** Sends to several in one transaction. */
  sendMany(payments: readonly { readonly to: string; readonly units: bigint }[]): Promise<string>
}

const receipt = z.object({ contractAddress: z.nullable(z.string()) })
const word = (value: bigint | string) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

/** Deploys the token, from the first account of the chain, with a lot of it for that account. */
export async function deployToken(url: string): Promise<TestToken> {
  const from = await firstAccount(url)
  const created = await ask(url, 'eth_sendTransaction', [{ from, data: sandboxUsdtBytecode, gas: '0x2dc6c0' }])
  const { contractAddress } = z.parse(receipt, await receiptOf(url, created))
  if (contractAddress === null) throw new Error('the token was not deployed')
  const token = openToken(url, contractAddress, from)
  await ask(url, 'eth_sendTransaction', [
    { from, to: contractAddress, data: `${sandboxUsdtMethods.mint}${word(from)}${word(10n ** 15n)}`, gas: '0x30d40' },
  ])
  return token
}

/** A token that was deployed before. */
export function openToken(url: string, address: string, from: string): TestToken {
  const pay = async (data: string): Promise<string> =>
    z.parse(z.string(), await ask(url, 'eth_sendTransaction', [{ from, to: address, data, gas: '0x7a120' }]))
  return {
    address,
    send: (to, units) => pay(`${sandboxUsdtMethods.transfer}${word(to)}${word(units)}`),
    sendMany: (payments) => {
      const count = BigInt(payments.length)
      const list = (values: readonly (bigint | string)[]) => [count, ...values].map(word).join('')
      const receivers = list(payments.map(({ to }) => to))
      const amounts = list(payments.map(({ units }) => units))
      return pay(
        `${sandboxUsdtMethods.transferMany}${word(64n)}${word(64n + 32n * (count + 1n))}${receivers}${amounts}`,
      )
    },
  }
}

/** The account that pays for everything; the chain signs for it. */
export async function firstAccount(url: string): Promise<string> {
  const [first] = z.parse(z.array(z.string()), await ask(url, 'eth_accounts', []))
  if (first === undefined) throw new Error('this chain has no account of its own')
  return first
}

/** With interval mining, the receipt takes a block. */
async function receiptOf(url: string, txid: unknown): Promise<unknown> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await ask(url, 'eth_getTransactionReceipt', [txid])
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the transaction came into no block')
}
