import { useEffect, useState } from 'react'
import { contractReceipt } from '@candor/api'
import type { OrderView } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { callQuietly, queryFor, queryKeyOf } from '../api/index.ts'
import { realtime } from '../api/realtime/index.ts'
import { acceptanceOf, keyFileQuery, knownKeys } from './acceptance/index.ts'
import { failureOf } from './load-failure.ts'
import { proofStateOf } from './proof-state.ts'
import type { Found, ProofState } from './proof-state.ts'

/** The earliest and the latest moment to ask again for a receipt that is not sealed yet. */
const shortestWaitMs = 1_000
const longestWaitMs = 15_000

export interface ContractProofView {
  readonly state: ProofState
  /** The text that was verified, for saving; null while there is none. */
  readonly receipt: string | null
  /** The server's file of keys as it came; null while there is none. */
  readonly keyFile: string | null
  readonly retry: () => void
  /** Trusts the keys that the server shows now, instead of those that this device met first. */
  readonly trustNewKeys: () => void
}

/**
 * Loads the receipt of a settled order, and verifies it on this device. Nothing of the verdict comes from the server.
 */
export function useContractProof(order: OrderView): ContractProofView {
  const nowMs = useMinuteOf(order)
  const receipt = useQuery({
    ...queryFor(contractReceipt, { id: order.id }, callQuietly),
    staleTime: ({ state: { data } }) => (data?.state === 'pending' ? 0 : Infinity),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'pending'
        ? Math.min(longestWaitMs, Math.max(shortestWaitMs, data.pendingUntilMs - realtime.clock.nowMs()))
        : false,
    refetchIntervalInBackground: false,
  })
  const text = receipt.data?.state === 'ready' ? receipt.data.receipt : null
  const keys = useQuery({ ...keyFileQuery, enabled: text !== null })
  const keyFile = keys.data ?? null
  const [known, setKnown] = useState(knownKeys.get)
  const proof = useQuery<Found>({
    queryKey: [...queryKeyOf(contractReceipt, { id: order.id }), 'verified', order, text, keyFile, known],
    enabled: text !== null && keyFile !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: () => verified({ order, text: text ?? '', keyFile: keyFile ?? '' }),
  })
  useShortOfWitnesses(proof.data?.proof?.outcome === 'short-of-witnesses', receipt.refetch)
  const retry = () => {
    for (const query of [receipt, keys, proof]) if (query.isError) void query.refetch()
  }
  return {
    state: proofStateOf({
      receipt: receipt.data ?? null,
      hasKeys: keys.data === undefined ? null : keys.data !== null,
      found: proof.data ?? null,
      failure: failureOf(receipt.error ?? keys.error) ?? (proof.isError ? 'failed' : null),
      settledAtMs: order.settledAtMs ?? order.exitAtMs,
      nowMs,
    }),
    receipt: text,
    keyFile,
    retry,
    trustNewKeys: () => {
      if (keyFile === null) return
      knownKeys.set(keyFile)
      setKnown(keyFile)
    },
  }
}

/** Asks again for a receipt whose checkpoints lack cosignatures: later ones have them. */
function useShortOfWitnesses(isShort: boolean, refetch: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isShort) return
    const timer = setInterval(() => void refetch(), longestWaitMs / 3)
    return () => clearInterval(timer)
  }, [isShort, refetch])
}

interface Question {
  readonly order: OrderView
  readonly text: string
  readonly keyFile: string
}

/** The code that verifies loads with the first receipt. */
async function verified({ order, text, keyFile }: Question): Promise<Found> {
  const [{ judgeContract }, { judgeByEither }, { ownKeys }] = await Promise.all([
    import('./judge-contract.ts'),
    import('./verdict-reading.ts'),
    import('./acceptance/own-keys.ts'),
  ])
  const keys = await ownKeys(keyFile)
  if (keys === null) return { proof: null, areKeysOther: false, hasOtherPolicy: false, atMs: realtime.clock.nowMs() }
  const shown = { order, kept: acceptanceOf(order.id)?.text ?? null }
  // A wrong clock of this device is no fault of the receipt.
  const nowMs = Math.max(Date.now(), realtime.clock.nowMs())
  const { proof, areKeysOther } = await judgeByEither(
    (trusted) => judgeContract(text, shown, { ...trusted, nowMs }),
    keys,
  )
  if (proof.outcome === 'passed' && !areKeysOther) knownKeys.set(keys.remembered)
  return { proof, areKeysOther, hasOtherPolicy: keys.hasOtherPolicy, atMs: realtime.clock.nowMs() }
}

/** The server's time, as often as the words of a waiting panel change by it. */
function useMinuteOf({ settledAtMs }: OrderView): number {
  const [nowMs, setNowMs] = useState(realtime.clock.nowMs)
  useEffect(() => {
    if (settledAtMs === null || realtime.clock.nowMs() - settledAtMs > 3_600_000) return
    const timer = setInterval(() => setNowMs(realtime.clock.nowMs()), 5_000)
    return () => clearInterval(timer)
  }, [settledAtMs])
  return nowMs
}
