import { useState } from 'react'
import type { ReactNode } from 'react'
import type { kycStateOf, KycSubmissionView, OutputOf } from '@candor/api'
import { Button, ButtonRow, Card, CountdownRing, Note, RowList } from '@candor/ui'
import { EyeIcon, IdentificationCardIcon } from '@candor/ui/icons/account'
import { CheckCircleFillIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import {
  Emphasised,
  formatDate,
  formatTime,
  formatWeekdayTime,
  sentenceGap,
  useTexts,
} from '../../shared/i18n/index.ts'
import { navigation, PageScreen } from '../../shared/page/index.ts'
import { realtime, useServerNow } from '../../shared/api/realtime/index.ts'
import { AccessSheet } from './access-sheet.tsx'
import { AppealSheet } from './appeal-sheet.tsx'
import { KycSteps } from './kyc-steps.tsx'
import styles from './kyc-status.module.css'
import { reasonText } from './reason-labels.ts'

interface KycStatusProps {
  readonly state: OutputOf<typeof kycStateOf>['state']
  readonly submission: KycSubmissionView | null
  readonly maySubmit: boolean
  readonly onAgain: () => void
}

/** The state of the check: the promise while it is open, then the decision and its consequences. */
export function KycStatus({ state, submission, maySubmit, onAgain }: KycStatusProps) {
  const { t } = useTexts()
  const [open, setOpen] = useState<'access' | 'appeal' | null>(null)
  const mayAppeal = submission?.mayAppeal === true
  const dock =
    state === 'rejected' ? (
      <>
        {maySubmit ? <Button onClick={onAgain}>{t('kyc.status.again')}</Button> : null}
        {mayAppeal ? (
          <Button tone={maySubmit ? 'bare' : 'primary'} onClick={() => setOpen('appeal')}>
            {t('kyc.appeal')}
          </Button>
        ) : null}
      </>
    ) : (
      <Button tone="quiet" onClick={() => navigation.back()}>
        {t('kyc.status.done')}
      </Button>
    )
  return (
    <PageScreen dock={state === 'rejected' && !maySubmit && !mayAppeal ? undefined : dock}>
      <div className={styles.page}>
        {state === 'rejected' && submission !== null ? (
          <Rejected submission={submission} />
        ) : state === 'under-review' && submission !== null ? (
          <UnderReview submission={submission} />
        ) : (
          <Headline
            icon={<CheckCircleFillIcon size={28} />}
            title={t('kyc.status.verified')}
            text={t('kyc.status.verifiedText')}
          />
        )}
        {submission === null ? null : <Facts submission={submission} onAccess={() => setOpen('access')} />}
      </div>
      {open === 'access' ? <AccessSheet onClose={() => setOpen(null)} /> : null}
      {open === 'appeal' ? <AppealSheet onClose={() => setOpen(null)} /> : null}
    </PageScreen>
  )
}

function Headline({
  icon,
  title,
  text,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <span className={styles.mark}>{icon}</span>
      <h2>{title}</h2>
      {text === undefined ? null : <p>{text}</p>}
    </div>
  )
}

const ringPx = 116
const soonMs = 20 * 3_600_000

function UnderReview({ submission }: { readonly submission: KycSubmissionView }) {
  const { t, locale } = useTexts()
  const nowMs = useServerNow(10_000)
  const { sentMs, promisedMs, isAppeal } = submission
  const time = promisedMs - nowMs < soonMs ? formatTime(locale, promisedMs) : formatWeekdayTime(locale, promisedMs)
  return (
    <>
      <div className={styles.head}>
        <span className={styles.ring}>
          <CountdownRing
            hasDot
            diameterPx={ringPx}
            strokePx={7}
            endMs={promisedMs}
            durationMs={promisedMs - sentMs}
            nowMs={realtime.clock.nowMs}
          />
          <IdentificationCardIcon size={28} />
        </span>
        <h2>{t('kyc.status.under-review')}</h2>
        <p>
          {t(isAppeal ? 'kyc.status.appeal' : 'kyc.status.people')}
          {sentenceGap(locale)}
          <Emphasised text={t('kyc.status.answerBy', { time })} />
        </p>
      </div>
      {nowMs > promisedMs ? (
        <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
          {t('kyc.status.late')}
        </Note>
      ) : null}
      <Card isPadded>
        <KycSteps submission={submission} />
      </Card>
      <p className={styles.note}>{t('kyc.status.openMeanwhile')}</p>
    </>
  )
}

function Rejected({ submission }: { readonly submission: KycSubmissionView }) {
  const { t } = useTexts()
  const { resubmit, mayAppeal, reasons } = submission
  const text =
    resubmit !== 'final' ? t('kyc.status.rejectedText') : t(mayAppeal ? 'kyc.status.final' : 'kyc.status.finalNoAppeal')
  return (
    <>
      <Headline icon={<WarningCircleIcon size={28} />} title={t('kyc.status.rejected')} text={text} />
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={`${reason.target} ${reason.code}`}>
            <WarningCircleIcon size={20} />
            <span>
              <b>{t(`kyc.target.${reason.target}`)}</b>
              {reasonText(t, reason)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Facts({ submission, onAccess }: { readonly submission: KycSubmissionView; readonly onAccess: () => void }) {
  const { t, locale } = useTexts()
  const { country, documentType, name, numberHint, photosUntilMs, photosDestroyedMs } = submission
  const place = new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
  return (
    <>
      <Card isPadded>
        <div className={styles.document}>
          <span>
            <small>
              {t(`kyc.document.${documentType}`)}, {place}
            </small>
            {name === null ? null : <b>{name}</b>}
          </span>
          {numberHint === null ? null : <code>{numberHint}</code>}
        </div>
      </Card>
      <RowList hasIcons>
        <ButtonRow icon={<EyeIcon />} title={t('kyc.access')} onPress={onAccess} />
      </RowList>
      {submission.state === 'under-review' || submission.resubmit === 'final' ? <AskSupportRow /> : null}
      {photosDestroyedMs !== null ? (
        <p className={styles.note}>
          {t('kyc.status.photosDestroyed', { date: formatDate(locale, photosDestroyedMs) })}
        </p>
      ) : photosUntilMs !== null ? (
        <p className={styles.note}>{t('kyc.status.photosUntil', { date: formatDate(locale, photosUntilMs) })}</p>
      ) : null}
    </>
  )
}
