import { useState } from 'react'
import { operatorSupportConversation, operatorSupportDesk, operatorSupportTransfer } from '@candor/api/operator/support'
import { showToast } from '@candor/ui'
import { call, refresh } from '../../shared/api/index.ts'
import { ActDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select } from '../../shared/page/index.ts'
import type { AgentDesk } from './use-agent-desk.ts'
import styles from './support.module.css'

export interface TransferDialogProps {
  readonly id: string
  readonly agents: AgentDesk['agents']
  readonly onClose: () => void
}

const toQueue = 'queue'

/** Hands an own conversation to a colleague on duty, or back to the queue. */
export function TransferDialog({ id, agents, onClose }: TransferDialogProps) {
  const [to, setTo] = useState<string>(toQueue)
  const others = agents.filter(({ isOnDuty, isOwn }) => isOnDuty && !isOwn)
  const handOn = async () => {
    const result = await call(operatorSupportTransfer, { id, ...(to === toQueue ? {} : { operatorId: to }) })
    refresh(operatorSupportDesk, operatorSupportConversation)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('support.transfer.done') : result.msg)
    return result.ok ? null : result.msg
  }
  return (
    <ActDialog
      title={t('support.transfer')}
      text={t('support.transfer.text')}
      confirm={t('support.transfer.confirm')}
      send={handOn}
      onClose={onClose}
    >
      {() => (
        <div className={styles.fields}>
          <Select
            label={t('support.transfer.to')}
            value={to}
            onValue={setTo}
            options={[
              { value: toQueue, label: t('support.transfer.queue') },
              ...others.map(({ operatorId, name, conversations }) => ({
                value: operatorId,
                label: t('support.transfer.agent', { name, count: conversations }),
              })),
            ]}
          />
        </div>
      )}
    </ActDialog>
  )
}
