import { Fragment } from 'react'
import { Note, Tag, VisuallyHidden } from '@candor/ui'
import { CheckIcon, ClockIcon } from '@candor/ui/icons/console'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { CaseHead, CasePart, ClaimBar, History } from '../../shared/case/index.ts'
import type { HistoryEntry } from '../../shared/case/index.ts'
import { t, utcDateTime, utcPromise } from '../../shared/i18n/index.ts'
import { countryName } from './country-name.ts'
import { Photos } from './photos.tsx'
import { reasonLabel } from './reason-labels.ts'
import { photoWarnings } from './review-model.ts'
import type { ReviewCase } from './review-model.ts'
import styles from './reviews.module.css'

/** One identity check: photos, entries, automatic checks, and history. */
export function ReviewDetail({ detail, nowMs }: { readonly detail: ReviewCase; readonly nowMs: number }) {
  const { id, account, sentMs, promisedMs, name, stage, state } = detail
  return (
    <>
      <CaseHead
        title={name ?? t('reviews.nameless')}
        detail={t('reviews.head', { id, account, time: utcDateTime(sentMs) })}
        aside={
          stage === null ? (
            <Tag>{t(`reviews.state.${state}`)}</Tag>
          ) : (
            <Tag tone={nowMs > promisedMs ? 'attention' : 'quiet'}>
              <ClockIcon size={14} /> {t('shared.promise.by', { time: utcPromise(promisedMs, nowMs) })}
            </Tag>
          )
        }
      />
      {stage === null ? null : <ClaimBar subject={detail.subject} />}
      {detail.appealText === null ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          <b>{t('reviews.appeal')}</b>: {detail.appealText}
        </Note>
      )}
      {detail.recovery === null ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          <b>{t('reviews.recovery')}</b>: {recoveryText(detail.recovery)}
        </Note>
      )}
      <Returns accounts={detail.samePersonAccounts} />
      <Photos detail={detail} />
      <Checks detail={detail} />
      {detail.earlier.length === 0 ? null : <Earlier detail={detail} />}
      <History title={t('shared.case.history')} entries={historyOf(detail)} />
    </>
  )
}

/** Excluded or disabled customers with the same name and birth date. */
function Returns({ accounts }: { readonly accounts: ReviewCase['samePersonAccounts'] }) {
  return accounts.map(({ account, isDisabled, excludedUntilMs }) => (
    <Fragment key={account}>
      {excludedUntilMs === null ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          <b>{t('reviews.return.excluded')}</b>:{' '}
          {t('reviews.return.until', { account, time: utcDateTime(excludedUntilMs, { hasYear: true }) })}
        </Note>
      )}
      {isDisabled ? (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          <b>{t('reviews.return.disabled')}</b>: {t('reviews.return.account', { account })}
        </Note>
      ) : null}
    </Fragment>
  ))
}

function recoveryText({ email, currentEmail, verifiedName, verifiedMs }: NonNullable<ReviewCase['recovery']>): string {
  const time = verifiedMs === null ? '' : utcDateTime(verifiedMs)
  return t('reviews.recovery.text', {
    email,
    current: currentEmail ?? t('reviews.recovery.none'),
    name: verifiedName ?? '',
    time,
  })
}

interface Check {
  readonly name: string
  readonly typed: string | null
  readonly found: string
  /** The measured warnings; null leaves it to the reviewer's eyes. */
  readonly warnings: readonly string[] | null
  readonly isMono?: boolean
}

function checksOf(detail: ReviewCase): readonly Check[] {
  const eyes = { found: t('reviews.checks.compare'), warnings: null }
  const others = detail.sameNumberAccounts.map(({ account, state }) => `${account} (${t(`reviews.state.${state}`)})`)
  return [
    { name: t('reviews.checks.name'), typed: detail.name ?? t('reviews.checks.forgotten'), ...eyes },
    ...(detail.birthDate === null
      ? []
      : [{ name: t('reviews.checks.birthDate'), typed: detail.birthDate, isMono: true, ...eyes }]),
    { name: t('reviews.checks.number'), typed: detail.number ?? t('reviews.checks.forgotten'), isMono: true, ...eyes },
    { name: t('reviews.checks.country'), typed: countryName(detail.country), ...eyes },
    { name: t('reviews.checks.document'), typed: t(`reviews.document.${detail.documentType}`), ...eyes },
    {
      name: t('reviews.checks.used'),
      typed: null,
      found:
        others.length === 0 ? t('reviews.checks.noOther') : t('reviews.checks.others', { accounts: others.join(', ') }),
      warnings: others.length === 0 ? [] : [t('reviews.checks.used.mark')],
    },
    ...detail.photos.map((photo) => ({
      name: t('reviews.checks.quality', { side: t(`reviews.side.${photo.side}`) }),
      typed: null,
      found: t('reviews.checks.photo', {
        sharpness: Math.round(photo.sharpness),
        glare: `${(photo.glare * 100).toFixed(1)}%`,
        width: photo.widthPx,
        height: photo.heightPx,
      }),
      warnings: photoWarnings(photo).map((warning) => t(`reviews.checks.${warning}`)),
    })),
  ]
}

function Checks({ detail }: { readonly detail: ReviewCase }) {
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{t('reviews.checks')}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t('reviews.checks.part')}</VisuallyHidden>
          </th>
          <th scope="col">{t('reviews.checks.typed')}</th>
          <th scope="col">{t('reviews.checks.found')}</th>
          <th scope="col">
            <VisuallyHidden>{t('reviews.checks.mark')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {checksOf(detail).map((check) => (
          <tr key={check.name}>
            <th scope="row">{check.name}</th>
            <td className={check.isMono ? styles.mono : undefined}>
              {check.typed ?? <span className={styles.quiet}>{t('reviews.checks.notTyped')}</span>}
            </td>
            <td>{check.warnings === null ? <span className={styles.quiet}>{check.found}</span> : check.found}</td>
            <td>
              <Mark warnings={check.warnings} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Mark({ warnings }: { readonly warnings: readonly string[] | null }) {
  if (warnings === null) return null
  if (warnings.length === 0) {
    return (
      <span className={styles.mark}>
        <CheckIcon size={16} />
        <VisuallyHidden>{t('reviews.checks.fine')}</VisuallyHidden>
      </span>
    )
  }
  return (
    <span className={`${styles.mark} ${styles.warning}`}>
      <WarningCircleIcon size={16} /> {warnings.join(', ')}
    </span>
  )
}

function Earlier({ detail }: { readonly detail: ReviewCase }) {
  return (
    <CasePart title={t('reviews.earlier')}>
      <ul className={styles.earlier}>
        {detail.earlier.map(({ id, state, reasons, sentMs }) => (
          <li key={id}>
            <span>
              {t('reviews.earlier.line', { id, state: t(`reviews.state.${state}`) })}
              {reasons.length === 0 ? null : ` · ${reasonLabel(reasons)}`}
            </span>
            <span className={styles.quiet}>{utcDateTime(sentMs)}</span>
          </li>
        ))}
      </ul>
    </CasePart>
  )
}

function historyOf(detail: ReviewCase): readonly HistoryEntry[] {
  return [
    { atMs: detail.sentMs, text: t('reviews.history.sent'), who: t('shared.who.customer') },
    ...detail.views.map(({ atMs, photo, reason, operator }) => ({
      atMs,
      text: t('reviews.history.view', { side: t(`reviews.side.${photo}`), reason: t(`reviews.photos.why.${reason}`) }),
      who: operator,
    })),
    ...detail.decisions.map(({ decidedMs, verdict, reasons, operator }) => ({
      atMs: decidedMs,
      text:
        verdict === 'approved'
          ? t('reviews.history.approved')
          : t('reviews.history.rejected', { reasons: reasonLabel(reasons) }),
      who: operator,
    })),
    ...(detail.decidedMs === null
      ? []
      : [
          {
            atMs: detail.decidedMs,
            text: t('reviews.history.decided', { state: t(`reviews.state.${detail.state}`) }),
            who: t('shared.who.system'),
          },
        ]),
  ]
}
