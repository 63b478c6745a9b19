import { useState } from 'react'
import { Button } from '@candor/ui'
import { ReasonDialog } from '../case/index.ts'
import { t } from '../i18n/index.ts'
import styles from './second-person-acts.module.css'

/** The acts on a proposal: confirmed or rejected by another person, withdrawn by its author. */
interface SecondPersonActsProps {
  readonly isOwn: boolean
  readonly mayConfirm: boolean
  readonly mayReject: boolean
  readonly onConfirm: () => Promise<void>
  /** Returns the failure, or null on success. */
  readonly onReject: (note: string) => Promise<string | null>
}

/** The buttons of a proposal for two people. Authors cannot confirm their own. */
export function SecondPersonActs({ isOwn, mayConfirm, mayReject, onConfirm, onReject }: SecondPersonActsProps) {
  const [isRejecting, setRejecting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  const rejectLabel = t(isOwn ? 'shared.proposal.takeBack' : 'shared.proposal.reject')
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
            {rejectLabel}
          </Button>
        ) : null}
      </div>
      {isRejecting ? (
        <ReasonDialog
          title={t('shared.proposal.reject.title')}
          text={t('shared.proposal.reject.text')}
          confirm={rejectLabel}
          onConfirm={onReject}
          onClose={() => setRejecting(false)}
        />
      ) : null}
    </>
  )
}
