import { useState } from 'react'
import { operatorDeskAdd, operatorDesks } from '@candor/api/operator'
import type { DeskCase } from '@candor/api/operator'
import { Button, Dialog, showToast } from '@candor/ui'
import { call, refresh } from '../../shared/api/index.ts'
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
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    const wrong = merchantError({ name, kind, account })
    if (wrong !== null) return setError(t(`floor.fault.${wrong}`))
    setBusy(true)
    const merchant = kind === 'merchant' ? { account: account.trim() } : {}
    const result = await call(operatorDeskAdd, { name: name.trim(), kind, ...merchant })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    refresh(operatorDesks)
    showToast('done', t('floor.desks.added'))
    onClose()
  }
  return (
    <Dialog
      title={t('floor.desks.add')}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void add()}>
            {t('floor.desks.addConfirm')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('floor.desks.addText')}</p>
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
    </Dialog>
  )
}
