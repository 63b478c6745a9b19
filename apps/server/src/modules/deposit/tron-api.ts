import * as z from 'zod/mini'

const requestTimeoutMs = 15_000
/** TronGrid's maximum page size. */
const pageSize = 200
/** Pages per address and poll; the next poll reads further. */
const maxPages = 5

const hex = z.string().check(z.regex(/^[0-9a-f]*$/i))

/** `GET /v1/accounts/{address}/transactions/trc20`: transfers of any token, newest first. */
const transferPage = z.object({
  success: z.literal(true),
  data: z.array(z.object({ transaction_id: hex })),
  meta: z.object({ fingerprint: z.optional(z.string()) }),
})

/** `wallet/getnowblock` and `walletsolidity/getnowblock`. */
const block = z.object({ blockID: hex, block_header: z.object({ raw_data: z.object({ number: z.int() }) }) })

/**
 * `wallet/gettransactioninfobyid` and its twin of solid blocks: an empty object where the transaction is in no block.
 */
const transactionInfo = z.union([
  z.object({
    id: hex,
    blockNumber: z.int(),
    receipt: z.object({ result: z.optional(z.string()) }),
    log: z._default(z.array(z.object({ address: hex, topics: z.array(hex), data: z._default(hex, '') })), []),
  }),
  z.strictObject({}),
])

export interface TronBlock {
  readonly number: bigint
  readonly hash: string
}

/** A transaction's effects, by its receipt. */
export interface TronTransaction {
  readonly blockNumber: bigint
  readonly hasSucceeded: boolean
  /** Contracts as 20 bytes in hexadecimal, without 41 before them; topics and data without 0x. */
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

/** The watcher's requests to TronGrid or a compatible node. `solid`: irreversible data only. */
export interface TronApi {
  newestBlock(which: 'head' | 'solid'): Promise<TronBlock>
  /** Ids of the transactions that moved a token to this address, newest first, down to a known one. */
  transactionsTo(address: string, isKnown: (txid: string) => boolean): Promise<string[]>
  transaction(txid: string, which: 'head' | 'solid'): Promise<TronTransaction | null>
}

/** TronGrid responded with an error, or contrary to its documentation. */
export class TronApiError extends Error {
  override readonly name = 'TronApiError'
}

/** Calls TronGrid over HTTP. Every response is parsed. */
export function openTronApi({ url, key }: { readonly url: string; readonly key: string }): TronApi {
  const call = async <Schema extends z.core.$ZodType>(path: string, body: object | null, schema: Schema) => {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(key === '' ? {} : { 'TRON-PRO-API-KEY': key }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      // A redirect could carry the key elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const name = path.split('?')[0]
    if (!response.ok) throw new TronApiError(`${name} returned HTTP ${response.status}`)
    const parsed = z.safeParse(schema, await response.json())
    if (!parsed.success) throw new TronApiError(`${name} was answered in an unknown shape`)
    return parsed.data
  }
  const folderOf = { head: 'wallet', solid: 'walletsolidity' } as const
  return {
    async newestBlock(which) {
      const { blockID, block_header } = await call(`/${folderOf[which]}/getnowblock`, {}, block)
      return { number: BigInt(block_header.raw_data.number), hash: blockID.toLowerCase() }
    },

    async transactionsTo(address, isKnown) {
      const found = new Set<string>()
      let fingerprint: string | undefined
      for (let page = 0; page < maxPages; page += 1) {
        const query = new URLSearchParams({
          only_to: 'true',
          limit: String(pageSize),
          ...(fingerprint === undefined ? {} : { fingerprint }),
        })
        const { data, meta } = await call(
          `/v1/accounts/${address}/transactions/trc20?${query.toString()}`,
          null,
          transferPage,
        )
        const ids = data.map(({ transaction_id: txid }) => txid.toLowerCase())
        for (const txid of ids) if (!isKnown(txid)) found.add(txid)
        fingerprint = meta.fingerprint
        if (fingerprint === undefined || ids.some(isKnown)) break
      }
      return [...found]
    },

    async transaction(txid, which) {
      const info = await call(`/${folderOf[which]}/gettransactioninfobyid`, { value: txid }, transactionInfo)
      if (!('id' in info)) return null
      // A transaction that ran no contract has no result.
      const hasSucceeded = info.receipt.result === undefined || info.receipt.result === 'SUCCESS'
      return { blockNumber: BigInt(info.blockNumber), hasSucceeded, logs: info.log }
    },
  }
}
