import { useEffect, useRef } from 'react'
import { Button, Spinner } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import styles from './records.module.css'

export interface MoreItemsProps {
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly onMore: () => void
}

/**
 * The end of a list with further pages: reaching it loads the next one; the button is for keyboards and after a
 * failure.
 */
export function MoreItems({ isLoading, hasFailed, onMore }: MoreItemsProps) {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  }, [onMore])
  useEffect(() => {
    if (place.current === null || isLoading || hasFailed) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) more.current()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isLoading, hasFailed])
  return (
    <div ref={place} className={styles.more}>
      {isLoading ? (
        <Spinner />
      ) : (
        <>
          {hasFailed ? <p role="alert">{t('records.moreFailed')}</p> : null}
          <Button tone="quiet" size="medium" onClick={onMore}>
            {t('records.more')}
          </Button>
        </>
      )}
    </div>
  )
}
