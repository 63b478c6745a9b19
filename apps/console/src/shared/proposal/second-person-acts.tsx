import { useState } from 'react'
import { Button } from '@candor/ui'
import { ReasonDialog } from '../case/index.ts'
import { t } from '../i18n/index.ts'
import styles from './second-person-acts.module.css'

/** What may be done with a proposal: by another person confirmed or rejected, by its own author taken back. */
interface SecondPersonActsProps {
  readonly isOwn: boolean
  readonly mayConfirm: boolean
  readonly mayReject: boolean
  readonly onConfirm: () => Promise<void>
  /** Answers why it was not done, or null. */
  readonly onReject: (note: string) => Promise<string | null>
}

/** The buttons of a proposal that two people agree on. Nobody is offered to confirm their own. */
export function SecondPersonActs({ isOwn, mayConfirm, mayReject, onConfirm, onReject }: SecondPersonActsProps) {
  const [isRejecting, setRejecting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  const rejectWords = t(isOwn ? 'shared.proposal.takeBack' : 'shared.proposal.reject')
  return (
    <>
      <div className={styles.acts}>
        {mayConfirm && !isOwn ? (
          <Button size="small" isBusy={isBusy} onClick={() => void confirm()}>
            {t('shared.proposal.confirm')}
          </Button>
        ) : null}
        {mayReject ? (
          <Button tone="quiet" size="small" onClick={() => setRejecting(true)}>
            {rejectWords}
          </Button>
        ) : null}
      </div>
      {isRejecting ? (
        <ReasonDialog
          title={t('shared.proposal.reject.title')}
          text={t('shared.proposal.reject.text')}
          confirm={rejectWords}
          onConfirm={onReject}
          onClose={() => setRejecting(false)}
        />
      ) : null}
    </>
  )
}
