import { userLogins } from '@candor/api'
import type { LoginView } from '@candor/api'
import { Button, LateSkeleton, RowList, Skeleton, StatePanel } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, CallFailed, queryKeyOf } from '../../shared/api/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { FailedState, Page, PageScreen } from '../../shared/page/index.ts'
import { DeviceGlyph } from './device-glyph.tsx'
import { deviceName, dotted } from './device-model.ts'
import styles from './security-page.module.css'
import { SecurityRow } from './security-row.tsx'

const pageSize = 20

/** No cursor yet. */
const firstPage: string | null = null

/** Successful and failed sign-ins to the account. */
export function LoginHistoryPage() {
  const { t } = useTexts()
  return (
    <Page title={t('security.logins.title')} signedOut={t('security.signedOut')}>
      <PageScreen>
        <Logins />
      </PageScreen>
    </Page>
  )
}

function useLogins() {
  return useInfiniteQuery({
    queryKey: queryKeyOf(userLogins, { pages: 'all' }),
    queryFn: async ({ pageParam, signal }) => {
      const result = await call(
        userLogins,
        { limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      )
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
}

function Logins() {
  const { t } = useTexts()
  const logins = useLogins()
  if (logins.data === undefined) {
    return logins.isError ? (
      <FailedState error={logins.error} title={t('security.logins.failed')} onRetry={() => void logins.refetch()} />
    ) : (
      <LateSkeleton label={t('security.logins.loading')}>
        <RowList hasIcons>
          {[0, 1, 2].map((row) => (
            <div key={row} className={styles.skeleton}>
              <Skeleton width={40} height={40} radius="50%" />
              <span className={styles.lines}>
                <Skeleton width={120} height={16} />
                <Skeleton width={200} height={12} />
              </span>
            </div>
          ))}
        </RowList>
      </LateSkeleton>
    )
  }
  const items = logins.data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <StatePanel
        icon={<ClockCounterClockwiseIcon size={28} />}
        title={t('security.logins.empty.title')}
        text={t('security.logins.empty.text')}
      />
    )
  }
  return (
    <div className={styles.page}>
      <RowList hasIcons>
        {items.map((login) => (
          <LoginRow key={login.id} login={login} />
        ))}
      </RowList>
      {logins.hasNextPage ? (
        <div className={styles.more}>
          {logins.isFetchNextPageError ? <p role="alert">{t('security.logins.moreFailed')}</p> : null}
          <Button
            tone="quiet"
            size="medium"
            isBusy={logins.isFetchingNextPage}
            onClick={() => void logins.fetchNextPage()}
          >
            {t('security.logins.more')}
          </Button>
        </div>
      ) : null}
      <p className={styles.note}>{t('security.logins.note')}</p>
    </div>
  )
}

function LoginRow({ login: { outcome, atMs, device, network } }: { readonly login: LoginView }) {
  const { t, locale } = useTexts()
  const hasFailed = outcome !== 'logged-in'
  return (
    <SecurityRow
      glyph={hasFailed ? <WarningCircleIcon size={20} /> : <DeviceGlyph kind={device.kind} />}
      needsAttention={hasFailed}
      title={t(`security.logins.${outcome}`)}
      detail={
        <>
          {dotted([deviceName(device) ?? t('security.device.unknown'), network])}
          <br />
          {formatDateTime(locale, atMs)}
        </>
      }
    />
  )
}
