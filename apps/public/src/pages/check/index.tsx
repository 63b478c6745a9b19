import { useEffect, useState } from 'react'
import { Button, StatePanel, VisuallyHidden } from '@candor/ui'
import { CaretLeftIcon, WarningCircleIcon, WifiSlashIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, StepList, Verdict } from '../../shared/parts/index.ts'
import { linkOf, requestOf } from './check-link.ts'
import type { CheckRequest } from './check-link.ts'
import { utcDay, utcSeconds } from './check-labels.ts'
import { runCheck, runReceipt, startOf } from './check-run.ts'
import type { Outcome } from './check-run.ts'
import { stepNames } from './contract-check.ts'
import { CheckFault } from './fault.ts'
import type { FaultName } from './fault.ts'
import { ContractResult, PriceResult } from './result-view.tsx'
import { StartView } from './start-view.tsx'
import styles from './check.module.css'

type Asked =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'link'; readonly request: CheckRequest }
  | { readonly kind: 'receipt'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: FaultName }

/** The settlement checker: the form, or what the address asks to check. */
export function Page() {
  const [asked, setAsked] = useState<Asked>(() => askedByAddress())
  useEffect(() => {
    const follow = () => setAsked(askedByAddress())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  const open = (next: Asked, link: string) => {
    history.pushState(null, '', link)
    scrollTo(0, 0)
    setAsked(next)
  }
  if (asked.kind === 'nothing')
    return (
      <StartView
        onCheck={(request) => open({ kind: 'link', request }, linkOf(request))}
        onReceipt={(text) => open({ kind: 'receipt', text }, '/check/')}
      />
    )
  const restart = () => open({ kind: 'nothing' }, '/check/')
  if (asked.kind === 'fault') return <Fault fault={asked.fault} onRestart={restart} />
  return <Check asked={asked} onRestart={restart} />
}

function askedByAddress(): Asked {
  try {
    const request = requestOf(location.search)
    return request === null ? { kind: 'nothing' } : { kind: 'link', request }
  } catch (error) {
    if (error instanceof CheckFault) return { kind: 'fault', fault: error.fault }
    throw error
  }
}

interface CheckProps {
  readonly asked: Extract<Asked, { kind: 'link' | 'receipt' }>
  readonly onRestart: () => void
}

/** Runs one check, and shows what it found. */
function Check({ asked, onRestart }: CheckProps) {
  const { t, locale } = useTexts()
  const query = useQuery<Outcome>({
    queryKey: ['check', asked.kind === 'link' ? linkOf(asked.request) : asked.text],
    queryFn: () => (asked.kind === 'link' ? runCheck(asked.request) : runReceipt(asked.text)),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const { data, error } = query
  if (error !== null)
    return (
      <Fault
        fault={error instanceof CheckFault ? error.fault : 'network'}
        onRestart={onRestart}
        onRetry={() => void query.refetch()}
      />
    )
  if (data === undefined) return <Checking />
  const { subject, request } = data
  const first = startOf(subject, request.kind === 'price' ? request.slot : request.timing.entrySlot)
  const last = request.kind === 'price' ? first : startOf(subject, request.timing.exitSlot + 1)
  const span = { name: subject.title, from: utcSeconds(first), to: utcSeconds(last) }
  return (
    <>
      <div className={styles.head}>
        <button type="button" className={styles.back} aria-label={t('check.back')} onClick={onRestart}>
          <CaretLeftIcon />
        </button>
        <div>
          <h1>{t(request.kind === 'price' ? 'check.heading.price' : 'check.heading', span)}</h1>
          <span>{utcDay(locale, first)}, UTC</span>
        </div>
      </div>
      {data.kind === 'contract' ? <ContractResult outcome={data} /> : <PriceResult outcome={data} />}
    </>
  )
}

/** While checking: no ring is closed, and no step has passed. */
function Checking() {
  const { t } = useTexts()
  return (
    <Card isFlush>
      <PageName />
      <Verdict state="checking" title={t('check.verdict.checking')} text={t('check.verdict.reading')} />
      <StepList
        steps={stepNames.map((name) => ({ name, state: 'checking' as const, title: t(`check.step.${name}`) }))}
      />
    </Card>
  )
}

/** The name of the page for assistive technology, while no heading shows what is checked. */
function PageName() {
  const { t } = useTexts()
  return (
    <h1>
      <VisuallyHidden>{t('check.title')}</VisuallyHidden>
    </h1>
  )
}

interface FaultProps {
  readonly fault: FaultName
  readonly onRestart: () => void
  readonly onRetry?: () => void
}

/** Nothing was checked, and why. */
function Fault({ fault, onRestart, onRetry }: FaultProps) {
  const { t } = useTexts()
  const canRetry = onRetry !== undefined && ['network', 'late', 'future', 'no-log'].includes(fault)
  return (
    <>
      <PageName />
      <StatePanel
        icon={fault === 'network' ? <WifiSlashIcon size={28} /> : <WarningCircleIcon size={28} />}
        title={t('check.fault.title')}
        text={t(`check.fault.${fault}`)}
        actions={
          <>
            {canRetry ? <Button onClick={onRetry}>{t('shared.error.retry')}</Button> : null}
            <Button tone={canRetry ? 'quiet' : 'primary'} onClick={onRestart}>
              {t('check.fault.restart')}
            </Button>
          </>
        }
      />
    </>
  )
}
