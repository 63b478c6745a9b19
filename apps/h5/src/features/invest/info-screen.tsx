import type { ReactNode } from 'react'
import { LateSkeleton, Screen, Skeleton, TopBar } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import styles from './invest.module.css'

export interface InfoScreenProps {
  readonly title: string
  /** The path from which the page was opened; undefined when the link names none. */
  readonly from: string | undefined
  readonly dock?: ReactNode
  readonly children: ReactNode
}

/** An information page. "Back" returns to where it was opened, also after a reload or from a shared link. */
export function InfoScreen({ title, from, dock, children }: InfoScreenProps) {
  const { t } = useTexts()
  return (
    <Screen
      bar={<TopBar title={title} back={{ label: t('shared.action.back'), onPress: () => navigation.returnTo(from) }} />}
      {...(dock === undefined ? {} : { dock })}
    >
      {children}
    </Screen>
  )
}

/** The placeholder while loading. */
export function InfoSkeleton() {
  const { t } = useTexts()
  return (
    <LateSkeleton label={t('shared.loading')}>
      <div className={styles.page}>
        <Skeleton width="100%" height={64} radius={20} />
        <Skeleton width="100%" height={260} radius={20} />
        <Skeleton width="100%" height={220} radius={20} />
      </div>
    </LateSkeleton>
  )
}
