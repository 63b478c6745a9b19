import type { ReactNode } from 'react'
import { LateSkeleton, Screen, Skeleton, TopBar } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import styles from './invest.module.css'

export interface InfoScreenProps {
  readonly title: string
  /** The path that the page was opened from; undefined where a link named none. */
  readonly from: string | undefined
  readonly dock?: ReactNode
  readonly children: ReactNode
}

/** A page about a thing. "Back" leads to where it was opened, also after a reload or from a link that somebody sent. */
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

/** The place of what is being read. */
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
