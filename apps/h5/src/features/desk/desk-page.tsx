import { useState } from 'react'
import { floorDesk, userInfo } from '@candor/api'
import type { MerchantApplicationView, OutputOf } from '@candor/api'
import { Button, Card, Skeleton, Tag } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { WhenVerified } from '../../shared/account/verification/index.ts'
import { queryFor } from '../../shared/api/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { momentText, useTexts } from '../../shared/i18n/index.ts'
import { Loaded, navigation, pageOf, PageScreen } from '../../shared/page/index.ts'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { ApplyForm } from './apply-form.tsx'
import styles from './desk.module.css'
import { OwnDesk } from './own-desk.tsx'

/** The customer's own desk on the trading floor, from the application on. */
export const DeskPage = pageOf({ title: 'desk.title', signedOut: 'desk.signedOut' }, Desk)

function Desk() {
  const { t } = useTexts()
  const user = useQuery(queryFor(userInfo, {}))
  const desk = useQuery(queryFor(floorDesk, {}))
  return (
    <Loaded
      queries={{ user, desk }}
      failed={t('desk.failed')}
      skeleton={<Skeleton width="100%" height={166} radius={20} />}
    >
      {(read) => (
        <WhenVerified user={read.user} purpose={t('desk.needsIdentity')}>
          <DeskView {...read.desk} />
        </WhenVerified>
      )}
    </Loaded>
  )
}

/** The form of an application, its state, or the desk that came of it. */
export function DeskView({ application, desk }: OutputOf<typeof floorDesk>) {
  const [isAgain, setAgain] = useState(false)
  if (desk?.isApproved === true) return <OwnDesk desk={desk} />
  const shown = application ?? (desk === null ? null : { name: desk.name, about: '', state: 'under-review' as const })
  const canApply = shown === null || (shown.state === 'refused' && isAgain)
  if (canApply) return <ApplyForm onSent={() => setAgain(false)} />
  return <ApplicationState application={shown} onAgain={() => setAgain(true)} />
}

interface ApplicationStateProps {
  readonly application: Pick<MerchantApplicationView, 'name' | 'about' | 'state'> & { readonly appliedMs?: number }
  readonly onAgain: () => void
}

/** An application that is under review, or was refused. An advert can be tried: the server says why it is too early. */
function ApplicationState({ application, onAgain }: ApplicationStateProps) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow(60_000)
  const { name, about, state, appliedMs } = application
  const isRefused = state === 'refused'
  return (
    <PageScreen
      dock={
        <>
          {isRefused ? <Button onClick={onAgain}>{t('desk.again')}</Button> : null}
          <Button tone="quiet" onClick={() => navigation.navigate('deskPublish')}>
            {t('desk.place')}
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        <Card isPadded>
          <div className={styles.head}>
            <h2 className={styles.name}>{name}</h2>
            <Tag tone={isRefused ? 'attention' : 'ink'}>
              {t(isRefused ? 'desk.state.refused' : 'desk.state.review')}
            </Tag>
          </div>
          {about === '' ? null : <p className={styles.about}>{about}</p>}
          {appliedMs === undefined ? null : (
            <p className={styles.small}>{t('desk.sent', { time: momentText(texts, appliedMs, nowMs) })}</p>
          )}
          <p className={styles.small}>{t(isRefused ? 'desk.refused.text' : 'desk.review.text')}</p>
        </Card>
        <AskSupportRow />
      </div>
    </PageScreen>
  )
}
