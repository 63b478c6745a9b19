import { useState } from 'react'
import { operatorDeskAdd, operatorDesks } from '@candor/api/operator'
import type { DeskCase } from '@candor/api/operator'
import { call, conclude } from '../../shared/api/index.ts'
import { ActDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextInput } from '../../shared/page/index.ts'
import { merchantError } from './floor-model.ts'
import styles from './floor.module.css'

const kinds = ['house', 'merchant'] as const satisfies readonly DeskCase['kind'][]

/** A new merchant, of the house or by application: a second person approves it. */
export function AddMerchantDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<DeskCase['kind']>('merchant')
  const [account, setAccount] = useState('')
  const faultOf = () => {
    const wrong = merchantError({ name, kind, account })
    return wrong === null ? null : t(`floor.fault.${wrong}`)
  }
  const add = async () => {
    const merchant = kind === 'merchant' ? { account: account.trim() } : {}
    const result = await call(operatorDeskAdd, { name: name.trim(), kind, ...merchant })
    return conclude(result, { changes: [operatorDesks], done: t('floor.desks.added') })
  }
  return (
    <ActDialog
      title={t('floor.desks.add')}
      text={t('floor.desks.addText')}
      confirm={t('floor.desks.addConfirm')}
      faultOf={faultOf}
      send={add}
      onClose={onClose}
    >
      {(fault) => (
        <div className={styles.fields}>
          <Select
            label={t('floor.desks.kind')}
            value={kind}
            onValue={setKind}
            options={kinds.map((value) => ({ value, label: t(`floor.kind.${value}`) }))}
          />
          {kind === 'merchant' ? (
            <TextInput label={t('floor.desks.account')} value={account} onValue={setAccount} maxLength={40} />
          ) : null}
          <TextInput label={t('floor.desks.name')} value={name} onValue={setName} error={fault} maxLength={40} />
        </div>
      )}
    </ActDialog>
  )
}
