import { useState } from 'react'
import { ownDataFile, ownDataRequest, ownDataState } from '@candor/api'
import { ButtonRow, RowList, showToast } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { useQuery } from '@tanstack/react-query'
import { call, download, invalidate, queryFor } from '../../shared/api/index.ts'
import { saveFile, useIsSignedIn } from '../../shared/device/index.ts'
import { formatDate, useTexts } from '../../shared/i18n/index.ts'
import { PasswordSheet } from './password-sheet.tsx'
import { SecurityRow } from './security-row.tsx'
import styles from './security-page.module.css'

/** A copy takes seconds: its state is read again until it is ready. */
const preparingPollMs = 3_000

/** A copy of everything that is stored about the customer: asked for, prepared, and downloaded for a week. */
export function OwnData() {
  const { t, locale } = useTexts()
  const { data } = useQuery({
    ...queryFor(ownDataState, {}),
    enabled: useIsSignedIn(),
    refetchInterval: ({ state }) => (state.data?.copy?.readyMs === null ? preparingPollMs : false),
  })
  const [isAsking, setAsking] = useState(false)
  if (data === undefined) return null
  const { copy, nextFromMs } = data
  const request = async () => {
    const result = await call(ownDataRequest, {})
    if (!result.ok) showToast('refused', result.msg)
    invalidate(ownDataState)
  }
  return (
    <>
      <h2 className={styles.section}>{t('security.data')}</h2>
      <RowList>
        {copy === null ? null : copy.readyMs === null ? (
          <SecurityRow
            glyph={<ClockCounterClockwiseIcon size={20} />}
            title={t('security.data.preparing')}
            detail={t('security.data.preparingText')}
          />
        ) : (
          <ButtonRow
            title={t('security.data.download')}
            detail={t('security.data.until', { date: formatDate(locale, copy.untilMs) })}
            onPress={() => setAsking(true)}
          />
        )}
        {nextFromMs === null ? <ButtonRow title={t('security.data.prepare')} onPress={() => void request()} /> : null}
      </RowList>
      <p className={styles.note}>{t('security.data.note')}</p>
      {isAsking && copy !== null ? (
        <PasswordSheet
          title={t('security.data.download')}
          text={t('security.data.text')}
          submit={t('security.data.download')}
          send={(loginPassword) => download(ownDataFile, { id: copy.id, loginPassword })}
          onDone={(file) => saveFile(file, `candor-data-${new Date(copy.requestedMs).toISOString().slice(0, 10)}.zip`)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
