import { useEffect, useState } from 'react'
import { receiptOf } from '@candor/api'
import type { ReceiptKind } from '@candor/api'
import { ButtonRow } from '@candor/ui'
import { DownloadSimpleIcon } from '@candor/ui/icons/receipt-proof'
import { useQuery } from '@tanstack/react-query'
import { callQuietly, queryFor, queryKeyOf } from '../api/index.ts'
import { realtime } from '../api/realtime/index.ts'
import { formatCount, useTexts } from '../i18n/index.ts'
import { useOwnMoney } from '../money/index.ts'
import { keyFileQuery, knownKeys } from './acceptance/index.ts'
import { isPhone } from './device-kind.ts'
import { failureOf } from './load-failure.ts'
import { movementsStateOf } from './movement-proof.ts'
import type { FoundMovements, Movement, MovementProof, MovementsState } from './movement-proof.ts'
import { ProofActs } from './proof-acts.tsx'
import { ProofHead } from './proof-head.tsx'
import { utcTime } from './proof-labels.ts'
import styles from './proof-panel.module.css'
import { saveText } from './save-file.ts'
import { WithoutUs } from './without-us.tsx'

export interface MovementProofsProps {
  readonly kind: ReceiptKind
  /** The record whose ledger entries are proven. */
  readonly id: string
}

const waitMs = 5_000

/** Whether the ledger entries of a record are in the public log, as this device found, and their receipts to save. */
export function MovementProofs({ kind, id }: MovementProofsProps) {
  const read = useQuery({
    ...queryFor(receiptOf, { kind, id }, callQuietly),
    refetchInterval: ({ state: { data } }) => (data?.receipts.some(isPending) === true ? waitMs : false),
    refetchIntervalInBackground: false,
  })
  const keys = useQuery(keyFileQuery)
  const movements = read.data?.receipts ?? []
  const keyFile = keys.data ?? null
  const [known, setKnown] = useState(knownKeys.get)
  const proofs = useQuery({
    queryKey: [...queryKeyOf(receiptOf, { kind, id }), 'verified', movements, keyFile, known],
    enabled: keyFile !== null && movements.some(({ receipt }) => receipt.state === 'ready'),
    staleTime: Infinity,
    retry: false,
    queryFn: () => verified(movements, { id, keyFile: keyFile ?? '' }),
  })
  const nowMs = useWaitingClock(movements.some(isPending))
  if (read.data !== undefined && movements.length === 0) return null
  const failure = failureOf(read.error ?? keys.error ?? proofs.error)
  const state: MovementsState =
    failure === null
      ? keys.data === null
        ? { state: 'unverified', reason: 'unsupported', signers: null }
        : movementsStateOf({ movements, found: proofs.data ?? null, nowMs })
      : { state: 'unverified', reason: failure, signers: null }
  const retry = () => {
    for (const query of [read, keys, proofs]) if (query.isError) void query.refetch()
  }
  const trustNewKeys = () => {
    if (keyFile === null) return
    knownKeys.set(keyFile)
    setKnown(keyFile)
  }
  return (
    <Panel
      state={state}
      movements={movements}
      proofs={proofs.data?.proofs ?? []}
      onRetry={retry}
      onTrust={trustNewKeys}
    />
  )
}

const isPending = ({ receipt }: Movement) => receipt.state === 'pending'

async function verified(
  movements: readonly Movement[],
  { id, keyFile }: { readonly id: string; readonly keyFile: string },
): Promise<FoundMovements> {
  const [{ judgeMovements }, { ownKeys }] = await Promise.all([
    import('./judge-movement.ts'),
    import('./acceptance/own-keys.ts'),
  ])
  const keys = await ownKeys(keyFile)
  if (keys === null) throw new Error('the file of keys is malformed')
  const nowMs = Math.max(Date.now(), realtime.clock.nowMs())
  const receipts = movements.flatMap(({ receipt, ...entry }) =>
    receipt.state === 'ready' ? [{ receipt: receipt.receipt, expected: { ...entry, recordId: id } }] : [],
  )
  const found = await judgeMovements(receipts, {
    trusted: { ...keys.trusted, nowMs },
    changed: keys.changed === null ? null : { ...keys.changed, nowMs },
  })
  const havePassed = found.proofs.every(({ outcome }) => outcome === 'passed')
  if (havePassed && !found.areKeysOther) knownKeys.set(keys.remembered)
  return found
}

interface PanelProps {
  readonly state: MovementsState
  readonly movements: readonly Movement[]
  readonly proofs: readonly MovementProof[]
  readonly onRetry: () => void
  /** Trusts the keys that the server shows now, instead of those that this device met first. */
  readonly onTrust: () => void
}

function Panel({ state, movements, proofs, onRetry, onTrust }: PanelProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnMoney()
  const ready = movements.flatMap(({ receipt, ...entry }) =>
    receipt.state === 'ready' ? [{ ...entry, text: receipt.receipt }] : [],
  )
  const { title, text } = wordsOf(texts, state, ready.length)
  const isVerified = state.state === 'verified'
  const isMismatch = state.state === 'mismatch'
  const ring = isVerified ? 'closed' : isMismatch ? 'broken' : state.state === 'unverified' ? 'open' : 'waiting'
  const isByOther = state.state === 'unverified' && state.reason === 'other-keys'
  const mayRetry = state.state === 'unverified' && (state.reason === 'offline' || state.reason === 'failed')
  return (
    <div>
      <section className={styles.panel} aria-label={title} data-proof={state.state}>
        <div className={styles.head} role={isMismatch ? 'alert' : 'status'}>
          <ProofHead
            ring={ring}
            title={title}
            text={text}
            {...(isVerified ? { tone: 'evidence' } : isMismatch ? { tone: 'attention' } : {})}
          />
        </div>
        <ProofActs onRetry={mayRetry ? onRetry : null} onTrust={isByOther ? onTrust : null} />
        {isVerified || isMismatch
          ? ready.map((entry, at) => (
              <div key={entry.text} className={styles.row}>
                <ButtonRow
                  icon={<DownloadSimpleIcon size={20} />}
                  title={t('proof.movement.download', { number: formatCount(locale, at + 1) })}
                  detail={detailOf(proofs[at], entry, ownMoney)}
                  hasCaret={false}
                  onPress={() => saveText(`candor-receipt-${entry.movement}-${entry.atMs}.json`, entry.text)}
                />
              </div>
            ))
          : null}
      </section>
      {isVerified || isMismatch || isByOther ? <WithoutUs /> : null}
    </div>
  )
}

function detailOf(
  proof: MovementProof | undefined,
  { asset, atMs }: Pick<Movement, 'asset' | 'atMs'>,
  ownMoney: ReturnType<typeof useOwnMoney>,
): string {
  const time = `${utcTime(atMs)} UTC`
  const change = proof?.change ?? null
  return change === null || Number(change) === 0 ? time : `${ownMoney(change, asset, 'result')} · ${time}`
}

function wordsOf({ t, locale }: ReturnType<typeof useTexts>, state: MovementsState, ready: number) {
  const shown = { count: ready, shown: formatCount(locale, ready) }
  switch (state.state) {
    case 'verified':
      return {
        title: t(isPhone() ? 'proof.verified.phone' : 'proof.verified.browser'),
        text: t('proof.movement.text', { ...shown, witnesses: formatCount(locale, state.signers.cosigned) }),
      }
    case 'mismatch':
      return { title: t('proof.mismatch.title'), text: t('proof.movement.mismatch') }
    case 'checking':
      return {
        title: t(isPhone() ? 'proof.checking.phone' : 'proof.checking.browser'),
        text: t('proof.checking.text'),
      }
    case 'waiting':
      return { title: t('proof.waiting.log'), text: t('proof.waiting.log.text') }
    case 'unverified': {
      const { cosigned, known } = state.signers ?? { cosigned: 0, known: 0 }
      const counts = { count: formatCount(locale, cosigned), known: formatCount(locale, known) }
      const isOrder = state.reason === 'before-log' || state.reason === 'not-signed' || state.reason === 'log-late'
      return {
        title: t(`proof.unverified.${state.reason}`),
        text: isOrder ? t('proof.movement.none') : t(`proof.unverified.${state.reason}.text`, counts),
      }
    }
  }
}

/** The server's time, while an entry waits for the log. */
function useWaitingClock(isWaiting: boolean): number {
  const [nowMs, setNowMs] = useState(realtime.clock.nowMs)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNowMs(realtime.clock.nowMs()), waitMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  return nowMs
}
