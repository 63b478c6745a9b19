import * as z from 'zod/mini'

const requestTimeoutMs = 15_000

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]+$/i)),
  z.transform((text) => BigInt(text)),
)
const hash = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)),
  z.transform((text) => text.toLowerCase()),
)

const block = z.object({ number: quantity, hash })
const log = z.object({
  address: hex,
  topics: z.array(hash),
  data: hex,
  logIndex: quantity,
  transactionHash: hash,
  blockHash: hash,
})
const receipt = z.object({ blockNumber: quantity, blockHash: hash, status: quantity, logs: z.array(log) })
const answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.int(), message: z.string() })),
})

export type EvmBlock = z.output<typeof block>
export type EvmLog = z.output<typeof log>
export type EvmReceipt = z.output<typeof receipt>

/** What a watcher asks an Ethereum node for. */
export interface EvmRpc {
  /** The block of a number, or the newest or newest finalized one; null where there is none. */
  block(which: bigint | 'latest' | 'finalized'): Promise<EvmBlock | null>
  /** Entries of receipts in these blocks, both ends included, each topic one of those given (null: any). */
  logs(filter: { fromBlock: bigint; toBlock: bigint; topics: readonly (readonly string[] | null)[] }): Promise<EvmLog[]>
  /** Null for a transaction that is in no block of the chain. */
  receipt(txid: string): Promise<EvmReceipt | null>
}

/** The node responded with an error, or violated the protocol. Contains no address, which may include a key. */
export class EvmRpcError extends Error {
  override readonly name = 'EvmRpcError'
}

/** Calls a node over JSON-RPC (HTTP). Every response is parsed. */
export function openEvmRpc(url: string): EvmRpc {
  let asked = 0
  const call = async <Schema extends z.core.$ZodType>(method: string, params: readonly unknown[], schema: Schema) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: (asked += 1), method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // A redirect could carry the request, and the key in its address, elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const parsed = z.safeParse(answer, await response.json())
    if (!parsed.success) throw new EvmRpcError(`${method} returned HTTP ${response.status} and no JSON-RPC response`)
    if (parsed.data.error !== undefined) throw new EvmRpcError(`${method}: ${parsed.data.error.message}`)
    const result = z.safeParse(schema, parsed.data.result)
    if (!result.success) throw new EvmRpcError(`${method} was answered in an unknown shape`)
    return result.data
  }
  return {
    block: (which) =>
      call('eth_getBlockByNumber', [typeof which === 'bigint' ? toHex(which) : which, false], z.nullable(block)),
    logs: ({ fromBlock, toBlock, topics }) =>
      call('eth_getLogs', [{ fromBlock: toHex(fromBlock), toBlock: toHex(toBlock), topics }], z.array(log)),
    receipt: (txid) => call('eth_getTransactionReceipt', [txid], z.nullable(receipt)),
  }
}

function toHex(number: bigint): string {
  return `0x${number.toString(16)}`
}
