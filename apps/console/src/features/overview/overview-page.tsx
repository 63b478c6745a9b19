import { operatorDayCases } from '@candor/api/operator'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { roleScreen } from '../../shared/operator/index.ts'
import { Page } from '../../shared/page/index.ts'
import { useNow } from '../../shared/case/index.ts'
import { Alarms } from './alarms.tsx'
import { CasesToday, LateToday } from './day-cases.tsx'
import { DayFigures } from './day-figures.tsx'
import { NextCases } from './next-cases.tsx'
import { OnDuty } from './on-duty.tsx'
import styles from './overview.module.css'
import { SecondPerson } from './second-person.tsx'

/** The day at a glance: what is late and next, what is wrong, what waits for a second person, and how it goes. */
export const OverviewPage = roleScreen('overview.title', operatorDayCases.access, Overview)

function Overview() {
  return (
    <Page title={t('overview.title')} actions={<Clock />}>
      <div className={styles.page}>
        <DayFigures />
        <div className={styles.columns}>
          <div className={styles.column}>
            <NextCases />
          </div>
          <div className={styles.column}>
            <Alarms />
            <SecondPerson />
            <LateToday />
          </div>
          <div className={styles.column}>
            <OnDuty />
            <CasesToday />
          </div>
        </div>
      </div>
    </Page>
  )
}

/** The team's time. A component of its own: only it is drawn each second. */
function Clock() {
  const nowMs = useNow(1_000)
  return <span className={styles.clock}>{t('overview.now', { time: utcDateTime(nowMs, { hasSeconds: true }) })}</span>
}
