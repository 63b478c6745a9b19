import { keyOf } from './chain-source.ts'
import type { ChainSource, Look } from './chain-source.ts'
import { tronAccountOf, tronAddressOf } from './deposit-address.ts'
import type { TronApi, TronBlock, TronTransaction } from './tron-api.ts'
import type { OpenTransfer, SeenTransfer } from './transfer-store.ts'

/** Keccak-256 of `Transfer(address,address,uint256)`, as TRON writes it. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Addresses polled per round; the others follow in later rounds. */
const addressesPerLook = 40

/**
 * Watches TRON through TronGrid, whose API is by address. A transaction counts once its block is solid; it is then also
 * requested from the node of solid blocks. Solid blocks are irreversible, so only waiting transfers are looked up
 * again.
 */
export function createTronSource(api: TronApi): ChainSource {
  /**
   * The part of each address's list already seen in solid blocks, as far as this process knows: reading stops there.
   */
  const settled = new Map<string, Set<string>>()
  let turn = 0
  return {
    chain: 'TRC20',
    async look({ addresses, open }) {
      // The solid block first: whatever happens between the two calls, it is never newer than the head.
      const solid = await api.newestBlock('solid')
      const head = await api.newestBlock('head')
      const owned = new Map(addresses.map((address) => [topicOf(address), address]))
      const waiting = open.filter(({ state }) => state === 'waiting')
      const asked = inTurn(addresses, turn)
      turn += asked.length
      const listed = new Map<string, string[]>(waiting.map(({ txid }) => [txid, []]))
      for (const address of asked) {
        const known = settled.get(address)
        for (const txid of await api.transactionsTo(address, (id) => known?.has(id) === true))
          listed.set(txid, [...(listed.get(txid) ?? []), address])
      }
      const seen = new Map<string, SeenTransfer>()
      for (const [txid, listedBy] of listed) {
        const transfers = await readTransfers(api, { txid, head, solid, owned })
        for (const transfer of transfers) seen.set(keyOf(transfer), transfer)
        const isSettled = transfers.length > 0 && transfers.every(({ isFinal }) => isFinal)
        if (isSettled)
          for (const address of listedBy) settled.set(address, (settled.get(address) ?? new Set<string>()).add(txid))
      }
      return {
        seen: [...seen.values()],
        missing: missingOf(waiting, seen, head),
        scanned: { number: solid.number, hash: solid.hash },
      } satisfies Look
    },
  }
}

/** The next addresses in rotation, from an index. */
function inTurn(addresses: readonly string[], turn: number): readonly string[] {
  if (addresses.length <= addressesPerLook) return addresses
  return Array.from({ length: addressesPerLook }, (_, index) => addresses[(turn + index) % addresses.length] ?? '')
}

/** An address as a topic: its 20 bytes filled up to 32. */
function topicOf(address: string): string {
  return Buffer.from(tronAccountOf(address)).toString('hex').padStart(64, '0')
}

async function readTransfers(
  api: TronApi,
  { txid, head, solid, owned }: { txid: string; head: TronBlock; solid: TronBlock; owned: ReadonlyMap<string, string> },
): Promise<SeenTransfer[]> {
  const found = await api.transaction(txid, 'head')
  if (found === null || !found.hasSucceeded) return []
  const final = found.blockNumber <= solid.number ? await api.transaction(txid, 'solid') : null
  const receipt: TronTransaction = final ?? found
  return receipt.logs.flatMap((log, logIndex) => {
    const [topic = '', , receiver = ''] = log.topics
    // A topic identifies the account by its last 20 bytes; the bytes before them differ between contracts.
    const address = owned.get(receiver.toLowerCase().slice(-40).padStart(64, '0'))
    if (
      topic.toLowerCase() !== transferTopic ||
      address === undefined ||
      log.topics.length !== 3 ||
      log.data.length !== 64
    )
      return []
    return [
      {
        txid,
        logIndex,
        address,
        token: tronAddressOf(Buffer.from(log.address.slice(-40), 'hex')),
        units: BigInt(`0x${log.data}`),
        blockNumber: receipt.blockNumber,
        blockHash: `block ${receipt.blockNumber}`,
        confirmations: Math.max(0, Number(head.number - receipt.blockNumber) + 1),
        isFinal: final !== null,
      },
    ]
  })
}

/** Waiting transfers that are no longer found although the chain has passed their block. */
function missingOf(
  waiting: readonly OpenTransfer[],
  seen: ReadonlyMap<string, SeenTransfer>,
  head: TronBlock,
): OpenTransfer[] {
  return waiting.filter((transfer) => !seen.has(keyOf(transfer)) && head.number >= transfer.blockNumber)
}
