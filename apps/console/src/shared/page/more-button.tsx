import { Button } from '@candor/ui'
import { t } from '../i18n/index.ts'
import styles from './more-button.module.css'

export interface MoreButtonProps {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

/** Below a list with further pages. */
export function MoreButton({ hasMore, isLoadingMore, loadMore }: MoreButtonProps) {
  if (!hasMore) return null
  return (
    <div className={styles.more}>
      <Button tone="quiet" size="small" isBusy={isLoadingMore} onClick={loadMore}>
        {t('shared.action.more')}
      </Button>
    </div>
  )
}
