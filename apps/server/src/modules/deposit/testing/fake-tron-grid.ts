import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tronAccountOf } from '../deposit-address.ts'

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** One token transfer of a transaction. */
export interface TronPayment {
  readonly to: string
  readonly units: bigint
  readonly token: string
}

interface Transaction {
  readonly txid: string
  readonly block: number
  readonly result: string
  readonly payments: readonly TronPayment[]
}

const hexOf = (address: string) => Buffer.from(tronAccountOf(address)).toString('hex')

/** TronGrid as its documentation describes it, over a chain that a test writes. */
export class FakeTronGrid {
  /** The newest block; all but the last 19 are solid. */
  head = 100
  pageSize = 200
  /** While set, the status of every response. */
  status: number | null = null
  readonly keys = new Set<string | undefined>()
  asked = 0
  readonly #transactions: Transaction[] = []
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** Puts a transaction into the next block. */
  send(txid: string, payments: readonly TronPayment[], result = 'SUCCESS'): void {
    this.head += 1
    this.#transactions.push({ txid, block: this.head, result, payments })
  }

  /** Removes a transaction from the chain, as a fork does. */
  drop(txid: string): void {
    this.#transactions.splice(
      this.#transactions.findIndex((transaction) => transaction.txid === txid),
      1,
    )
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    this.asked += 1
    this.keys.add(request.headers['tron-pro-api-key']?.toString())
    if (this.status !== null) return { status: this.status, body: { Error: 'The request exceeds the limit' } }
    const url = new URL(request.url ?? '/', 'http://localhost')
    const account = /^\/v1\/accounts\/(T\w{33})\/transactions\/trc20$/.exec(url.pathname)?.[1]
    if (account !== undefined) return { status: 200, body: this.#page(account, url.searchParams) }
    const [, folder, call] = url.pathname.split('/')
    const newest = folder === 'walletsolidity' ? this.head - 19 : this.head
    if (call === 'getnowblock') return { status: 200, body: this.#block(newest) }
    const { value } = JSON.parse(await textOf(request)) as { value: string }
    const found = this.#transactions.find(({ txid, block }) => txid === value && block <= newest)
    return { status: 200, body: found === undefined ? {} : this.#info(found) }
  }

  #block(number: number) {
    return {
      blockID: number.toString(16).padStart(16, '0') + 'ab'.repeat(24),
      block_header: {
        raw_data: {
          number,
          txTrieRoot: '00',
          witness_address: '41',
          parentHash: '00',
          version: 30,
          timestamp: number * 3_000,
        },
      },
    }
  }

  #page(account: string, query: URLSearchParams) {
    const own = this.#transactions.filter(({ payments }) => payments.some(({ to }) => to === account)).toReversed()
    const start = Number(query.get('fingerprint') ?? 0)
    const limit = Math.min(this.pageSize, Number(query.get('limit') ?? 20))
    const shown = own.slice(start, start + limit)
    return {
      data: shown.flatMap(({ txid, block, payments }) =>
        payments
          .filter(({ to }) => to === account)
          .map(({ to, units, token }) => ({
            transaction_id: txid,
            token_info: { symbol: 'USDT', address: token, decimals: 6, name: 'Tether USD' },
            block_timestamp: block * 3_000,
            from: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
            to,
            type: 'Transfer',
            value: units.toString(),
          })),
      ),
      success: true,
      meta: {
        at: Date.now(),
        page_size: shown.length,
        ...(own.length > start + limit
          ? { fingerprint: String(start + limit), links: { next: 'https://api.trongrid.io/…' } }
          : {}),
      },
    }
  }

  #info({ txid, block, result, payments }: Transaction) {
    return {
      id: txid,
      fee: 13_844_850,
      blockNumber: block,
      blockTimeStamp: block * 3_000,
      contractResult: [''],
      contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      receipt: { energy_usage_total: 64_285, net_usage: 345, result },
      ...(result === 'SUCCESS'
        ? {
            log: payments.map(({ to, units, token }) => ({
              address: hexOf(token),
              topics: [transferTopic, '0'.repeat(64), hexOf(to).padStart(64, '0')],
              data: units.toString(16).padStart(64, '0'),
            })),
          }
        : {}),
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
