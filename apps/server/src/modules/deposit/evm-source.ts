import { keyOf } from './chain-source.ts'
import type { ChainSource, Look } from './chain-source.ts'
import type { EvmBlock, EvmLog, EvmReceipt, EvmRpc } from './evm-rpc.ts'
import { recheckedBlocks } from './transfer-store.ts'
import type { OpenTransfer, ScannedBlock, SeenTransfer, Watch } from './transfer-store.ts'

/** Keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Nodes return this many blocks and topics per request. */
const blocksPerLook = 1_000n
const addressesPerFilter = 500

/** The chain as it is now: its newest and its newest final block. */
interface Tip {
  readonly head: EvmBlock
  readonly final: EvmBlock
}

/**
 * Watches an Ethereum-like chain. Everything after the last final block read is read again at every poll, so that an
 * interruption, a restart or a short reorganisation costs nothing. If the last final block itself changed, the chain
 * was reorganised below finality: then credited transfers are looked up again, too.
 */
export function createEvmSource(rpc: EvmRpc): ChainSource {
  const receiptOf = receiptReader(rpc)
  return {
    chain: 'ERC20',
    async look(watch) {
      const tip = await readTip(rpc)
      const { scanned } = watch
      // A node that lags behind us cannot report that anything is missing.
      if (tip === null || (scanned !== null && tip.head.number < scanned.number))
        return { seen: [], missing: [], scanned }
      const isSameChain = scanned === null || (await rpc.block(scanned.number))?.hash === scanned.hash
      const from = firstBlock(scanned, tip, isSameChain)
      const to = tip.head.number < from + blocksPerLook ? tip.head.number : from + blocksPerLook
      const logs = await readLogs(rpc, watch.addresses, from, to)
      receiptOf.forget()
      const seen = new Map<string, SeenTransfer>()
      for (const txid of new Set(logs.map(({ transactionHash }) => transactionHash)))
        for (const transfer of transfersIn(await receiptOf.read(txid), txid, tip, watch.addresses))
          seen.set(keyOf(transfer), transfer)
      const missing = await recheck(watch, { tip, isSameChain, seen }, receiptOf.read)
      return { seen: [...seen.values()], missing, scanned: await scannedTo(rpc, tip, to) } satisfies Look
    },
  }
}

async function readTip(rpc: EvmRpc): Promise<Tip | null> {
  // The final block first: whatever happens between the two calls, it is never newer than the head.
  const final = (await rpc.block('finalized')) ?? (await rpc.block(0n))
  const head = await rpc.block('latest')
  return final === null || head === null || head.number < final.number ? null : { head, final }
}

/** The first poll starts at the newest final block: no customer had an address before. */
function firstBlock(scanned: ScannedBlock | null, { final }: Tip, isSameChain: boolean): bigint {
  if (scanned === null) return final.number
  if (isSameChain) return scanned.number + 1n
  return scanned.number > recheckedBlocks ? scanned.number - recheckedBlocks : 0n
}

async function scannedTo(rpc: EvmRpc, { final }: Tip, to: bigint): Promise<ScannedBlock | null> {
  const block = final.number <= to ? final : await rpc.block(to)
  return block === null ? null : { number: block.number, hash: block.hash }
}

async function readLogs(
  rpc: EvmRpc,
  addresses: readonly string[],
  fromBlock: bigint,
  toBlock: bigint,
): Promise<EvmLog[]> {
  const found: EvmLog[] = []
  if (fromBlock > toBlock) return found
  for (let start = 0; start < addresses.length; start += addressesPerFilter) {
    const receivers = addresses.slice(start, start + addressesPerFilter).map(topicOf)
    found.push(...(await rpc.logs({ fromBlock, toBlock, topics: [[transferTopic], null, receivers] })))
  }
  return found
}

/** An address as a topic: 32 bytes, in small letters. */
function topicOf(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

/** The transfers to our addresses in a receipt, by position. None if the transaction failed. */
function transfersIn(
  receipt: EvmReceipt | null,
  txid: string,
  { head, final }: Tip,
  addresses: readonly string[],
): SeenTransfer[] {
  if (receipt === null || receipt.status !== 1n) return []
  const owned = new Map(addresses.map((address) => [topicOf(address), address]))
  return receipt.logs.flatMap((log, logIndex) => {
    const [topic, , receiver = ''] = log.topics
    const address = owned.get(receiver)
    // Three topics and one word: an NFT transfer has four topics and no amount.
    if (topic !== transferTopic || address === undefined || log.topics.length !== 3 || log.data.length !== 66) return []
    const { blockNumber, blockHash } = receipt
    const confirmations = Number(head.number - blockNumber) + 1
    const isFinal = blockNumber <= final.number
    return [
      {
        txid,
        logIndex,
        address,
        token: log.address,
        units: BigInt(log.data),
        blockNumber,
        blockHash,
        confirmations,
        isFinal,
      },
    ]
  })
}

/** Looks up stored transfers that the scan did not show: adds the existing ones to `seen`, and returns the rest. */
async function recheck(
  { open, addresses }: Watch,
  { tip, isSameChain, seen }: { tip: Tip; isSameChain: boolean; seen: Map<string, SeenTransfer> },
  receiptOf: (txid: string) => Promise<EvmReceipt | null>,
): Promise<OpenTransfer[]> {
  const missing: OpenTransfer[] = []
  for (const transfer of open) {
    // Blocks name the one before them: while the last final one is the same, so is everything below it.
    const isSettled = isSameChain && transfer.state === 'credited'
    if (isSettled || seen.has(keyOf(transfer)) || tip.head.number < transfer.blockNumber) continue
    const found = transfersIn(await receiptOf(transfer.txid), transfer.txid, tip, addresses)
    const same = found.find((candidate) => candidate.logIndex === transfer.logIndex)
    if (same === undefined) missing.push(transfer)
    else seen.set(keyOf(same), same)
  }
  return missing
}

/** Reads each receipt once per poll. */
function receiptReader(rpc: EvmRpc) {
  const known = new Map<string, Promise<EvmReceipt | null>>()
  return {
    read: (txid: string): Promise<EvmReceipt | null> => {
      const receipt = known.get(txid) ?? rpc.receipt(txid)
      known.set(txid, receipt)
      return receipt
    },
    forget: () => known.clear(),
  }
}
