import { useState } from 'react'
import { userSessions } from '@candor/api'
import type { SessionView } from '@candor/api'
import { Button, Card, LateSkeleton, RowList, Skeleton, Tag } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { RetryLine } from '../../shared/page/index.ts'
import { DeviceGlyph } from './device-glyph.tsx'
import { deviceName, dotted, otherSessions } from './device-model.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import type { Revocation } from './revoke-dialog.tsx'
import styles from './security-page.module.css'
import { SecurityRow } from './security-row.tsx'

/** Where the customer is signed in, this device first. Each other one can be signed out, or all of them. */
export function Sessions() {
  const { t } = useTexts()
  const { data, isError, isFetching, refetch } = useQuery(queryFor(userSessions, {}))
  const [asked, setAsked] = useState<Revocation | null>(null)
  return (
    <section aria-labelledby="devices">
      <h2 id="devices" className={styles.section}>
        {t('security.sessions.title')}
      </h2>
      {data !== undefined ? (
        <SessionList items={data.items} onAsk={setAsked} />
      ) : isError ? (
        <Card isPadded>
          <RetryLine isBusy={isFetching} onRetry={refetch}>
            {t('security.sessions.failed')}
          </RetryLine>
        </Card>
      ) : (
        <LateSkeleton label={t('security.sessions.loading')}>
          <RowList hasIcons>
            <SkeletonRow />
            <SkeletonRow />
          </RowList>
        </LateSkeleton>
      )}
      {asked === null ? null : <RevokeDialog revocation={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

interface SessionListProps {
  readonly items: readonly SessionView[]
  readonly onAsk: (revocation: Revocation) => void
}

function SessionList({ items, onAsk }: SessionListProps) {
  const { t } = useTexts()
  const others = otherSessions(items)
  return (
    <>
      <RowList hasIcons>
        {items.map((session) => (
          <SessionRow key={session.id} session={session} onAsk={onAsk} />
        ))}
      </RowList>
      {others > 1 ? (
        <div className={styles.others}>
          <Button tone="quiet" onClick={() => onAsk({ scope: 'others', count: others })}>
            {t('security.sessions.signOutOthers')}
          </Button>
        </div>
      ) : null}
      <p className={styles.note}>{t('security.sessions.note')}</p>
    </>
  )
}

function SessionRow({ session, onAsk }: { readonly session: SessionView } & Pick<SessionListProps, 'onAsk'>) {
  const { t, locale } = useTexts()
  const { id, device, network, lastUsedMs, isCurrent } = session
  const name = deviceName(device) ?? t('security.device.unknown')
  const time = formatDateTime(locale, lastUsedMs)
  return (
    <SecurityRow
      glyph={<DeviceGlyph kind={device.kind} />}
      title={name}
      detail={dotted([isCurrent ? t('security.sessions.thisDevice') : time, network])}
      trailing={
        isCurrent ? (
          <Tag>{t('security.sessions.now')}</Tag>
        ) : (
          <Button
            tone="quiet"
            size="small"
            aria-label={t('security.sessions.signOutOf', { device: name, time })}
            onClick={() => onAsk({ scope: 'one', id, device: name })}
          >
            {t('security.sessions.signOut')}
          </Button>
        )
      }
    />
  )
}

function SkeletonRow() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width={40} height={40} radius="50%" />
      <span className={styles.lines}>
        <Skeleton width={140} height={16} />
        <Skeleton width={180} height={12} />
      </span>
    </div>
  )
}
