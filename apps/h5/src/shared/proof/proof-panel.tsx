import { useId } from 'react'
import type { OrderView } from '@candor/api'
import { classNames } from '@candor/ui'
import { CaretDownIcon, CaretUpIcon, CheckCircleFillIcon, WarningCircleIcon } from '@candor/ui/icons/receipt-proof'
import { Emphasised, formatCount, useTexts } from '../i18n/index.ts'
import { useOwnMoney } from '../money/index.ts'
import type { Check, ContractProof } from './contract-proof.ts'
import type { ContractProofView } from './contract-proof-query.ts'
import { isPhone } from './device-kind.ts'
import { ProofActions } from './proof-actions.tsx'
import { ProofActs } from './proof-acts.tsx'
import { ProofHead } from './proof-head.tsx'
import { checkWords, differenceWords, utcTime } from './proof-labels.ts'
import styles from './proof-panel.module.css'
import type { ProofState } from './proof-state.ts'
import { WithoutUs } from './without-us.tsx'

export interface ProofPanelProps {
  readonly order: OrderView
  readonly view: ContractProofView
  /** Whether the checks are listed. */
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Whether a settled order is proven, as this device found. The ring closes only after every check has passed here. */
export function ProofPanel({ order, view, isOpen, onToggle }: ProofPanelProps) {
  const { state } = view
  switch (state.state) {
    case 'verified':
      return <Verified order={order} view={view} state={state} isOpen={isOpen} onToggle={onToggle} />
    case 'mismatch':
      return <Mismatch order={order} proof={state.proof} />
    case 'checking':
    case 'waiting':
    case 'unverified':
      return <Undecided view={view} state={state} />
  }
}

type Verdict<Name extends ProofState['state']> = Extract<ProofState, { readonly state: Name }>

interface VerifiedProps extends ProofPanelProps {
  readonly state: Verdict<'verified'>
}

function Verified({ order, view, state, isOpen, onToggle }: VerifiedProps) {
  const { t } = useTexts()
  const listId = useId()
  const title = t(isPhone() ? 'proof.verified.phone' : 'proof.verified.browser')
  const { proof, atMs, hasOtherPolicy } = state
  return (
    <>
      <section className={styles.panel} aria-label={title}>
        <button
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={onToggle}
        >
          <ProofHead
            ring="closed"
            tone="evidence"
            title={title}
            text={isOpen ? t('proof.verified.open', { time: utcTime(atMs) }) : t('proof.verified.text')}
            trailing={
              <span className={styles.caret}>{isOpen ? <CaretUpIcon size={16} /> : <CaretDownIcon size={16} />}</span>
            }
          />
        </button>
        {isOpen ? (
          <div id={listId}>
            <Checks order={order} proof={proof} />
            <p className={styles.limits}>
              <Emphasised text={t(proof.signers.cosigned === 0 ? 'proof.limits.alone' : 'proof.limits')} />
            </p>
            {hasOtherPolicy ? <p className={styles.limits}>{t('proof.policy')}</p> : null}
            <ProofActions order={order} receipt={view.receipt ?? ''} />
          </div>
        ) : null}
      </section>
      {isOpen ? <WithoutUs /> : null}
    </>
  )
}

/** The five checks. No tick is blue unless all of them passed. */
function Checks({ order, proof }: { readonly order: OrderView; readonly proof: ContractProof }) {
  const texts = useTexts()
  const ownMoney = useOwnMoney()
  return (
    <ol className={styles.checks}>
      {proof.checks.map(({ name, state }) => {
        const words = checkWords(texts, name, { order, proof, ownMoney })
        return (
          <li key={name} data-check={name} data-state={state}>
            <CheckMark state={state} isProven={proof.outcome === 'passed'} />
            <div>
              <h3>{words.title}</h3>
              <p>{words.text}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function CheckMark({ state, isProven }: { readonly state: Check['state']; readonly isProven: boolean }) {
  const tone = state === 'failed' ? styles.attention : isProven ? styles.evidence : null
  return (
    <span className={classNames(styles.mark, tone, state === 'not-checked' && styles.open)}>
      {state === 'passed' ? <CheckCircleFillIcon size={20} /> : null}
      {state === 'failed' ? <WarningCircleIcon size={20} /> : null}
    </span>
  )
}

/** A check has failed: which, both values, and what that means. */
function Mismatch({ order, proof }: { readonly order: OrderView; readonly proof: ContractProof }) {
  const texts = useTexts()
  const { t, locale } = texts
  const ownMoney = useOwnMoney()
  const count = proof.checks.filter(({ state }) => state === 'failed').length
  const differences = differenceWords(texts, { order, proof, ownMoney })
  return (
    <>
      <section className={styles.panel} role="alert" aria-label={t('proof.mismatch.title')}>
        <div className={styles.head}>
          <ProofHead
            ring="broken"
            tone="attention"
            title={t('proof.mismatch.title')}
            text={
              proof.isDamaged
                ? t('proof.mismatch.damaged')
                : t('proof.mismatch.text', { count, shown: formatCount(locale, count) })
            }
          />
        </div>
        {differences.length === 0 ? null : (
          <dl className={styles.differences}>
            {differences.map((one) => (
              <div key={one.name}>
                <dt>{one.shownLabel}</dt>
                <dd>{one.shown}</dd>
                <dt>{one.provenLabel}</dt>
                <dd>{one.proven}</dd>
              </div>
            ))}
          </dl>
        )}
        {proof.isDamaged ? (
          <p className={styles.limits}>{t('proof.mismatch.damaged.text')}</p>
        ) : (
          <Checks order={order} proof={proof} />
        )}
      </section>
      <p className={styles.meaning}>{t('proof.mismatch.meaning')}</p>
    </>
  )
}

interface UndecidedProps {
  readonly view: ContractProofView
  readonly state: Verdict<'checking' | 'waiting' | 'unverified'>
}

/** Nothing is verified yet, or cannot be: the ring stays open. */
function Undecided({ view, state }: UndecidedProps) {
  const texts = useTexts()
  const { t } = texts
  const { title, text } = undecidedWords(texts, state)
  const reason = state.state === 'unverified' ? state.reason : null
  const mayRetry = reason === 'offline' || reason === 'failed'
  return (
    <>
      <section className={styles.panel} aria-label={title} data-proof={state.state}>
        <div className={styles.head} role="status">
          <ProofHead ring={state.state === 'unverified' ? 'open' : 'waiting'} title={title} text={text} />
        </div>
        <ProofActs
          onRetry={mayRetry ? view.retry : null}
          onTrust={reason === 'other-keys' ? view.trustNewKeys : null}
        />
      </section>
      {state.state === 'waiting' ? <p className={styles.foot}>{t('proof.waiting.foot')}</p> : null}
      {reason === 'other-keys' ? <WithoutUs /> : null}
    </>
  )
}

function undecidedWords({ t, locale }: ReturnType<typeof useTexts>, state: UndecidedProps['state']) {
  switch (state.state) {
    case 'checking':
      return {
        title: t(isPhone() ? 'proof.checking.phone' : 'proof.checking.browser'),
        text: t('proof.checking.text'),
      }
    case 'waiting':
      return state.signers === null
        ? { title: t('proof.waiting.log'), text: t('proof.waiting.log.text') }
        : {
            title: t('proof.waiting.witnesses'),
            text: t('proof.waiting.witnesses.text', {
              count: formatCount(locale, state.signers.cosigned),
              known: formatCount(locale, state.signers.known),
            }),
          }
    case 'unverified': {
      const { cosigned, known } = state.proof?.signers ?? { cosigned: 0, known: 0 }
      const counts = { count: formatCount(locale, cosigned), known: formatCount(locale, known) }
      return {
        title: t(`proof.unverified.${state.reason}`),
        text: t(`proof.unverified.${state.reason}.text`, counts),
      }
    }
  }
}
