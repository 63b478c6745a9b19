import type { HeldCase } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, classNames, VisuallyHidden } from '@candor/ui'
import { t } from '../i18n/index.ts'
import { initials } from './initials.ts'
import styles from './holder.module.css'
import { takeCase } from './use-claims.ts'

export interface HolderProps {
  readonly subject: string
  /** The title of the case, for the button's spoken name. */
  readonly title: string
  readonly claim: HeldCase | undefined
}

/** The colleague who has a case, or a button that takes it. */
export function Holder({ subject, title, claim }: HolderProps) {
  const { isBusy, during } = useBusy()
  if (claim !== undefined)
    return (
      <span className={styles.holder}>
        <span className={classNames(styles.initials, claim.isOwn && styles.own)} aria-hidden="true">
          {initials(claim.name)}
        </span>
        <span>{claim.isOwn ? t('shared.queue.you') : claim.name}</span>
      </span>
    )
  const take = async () => {
    await during(takeCase(subject))
  }
  return (
    <Button tone="quiet" size="small" isBusy={isBusy} onClick={() => void take()}>
      {t('shared.queue.take')}
      <VisuallyHidden> {title}</VisuallyHidden>
    </Button>
  )
}
