import { useState } from 'react'
import type { PasskeyView } from '@candor/api'
import { operatorPasskeys } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, Dialog, showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor, refresh } from '../../shared/api/index.ts'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { FaultNote, Loaded, TextInput } from '../../shared/page/index.ts'
import { addPasskey, canUsePasskeys } from './add-passkey.ts'
import styles from './passkeys.module.css'

/** The operator's passkeys, and adding one. */
export function PasskeysDialog({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery(queryFor(operatorPasskeys, {}))
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const hasOne = (query.data?.items.length ?? 0) > 0
  const add = async () => {
    if (name.trim() === '') return setFault(t('passkeys.name.missing'))
    if (!hasOne && code.trim() === '') return setFault(t('passkeys.code.missing'))
    const refusal = await during(addPasskey({ name: name.trim(), code: hasOne ? null : code }))
    refresh(operatorPasskeys)
    setFault(refusal)
    if (refusal !== null) return
    setName('')
    setCode('')
    showToast('done', t('passkeys.added'))
  }
  const shown = canUsePasskeys() ? fault : t('passkeys.unsupported')
  return (
    <Dialog
      title={t('passkeys.title')}
      isWide
      onClose={onClose}
      actions={
        <>
          {canUsePasskeys() && query.data !== undefined ? (
            <Button isBusy={isBusy} onClick={() => void add()}>
              {t('passkeys.add')}
            </Button>
          ) : null}
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.close')}
          </Button>
        </>
      }
    >
      <p>{t('passkeys.text')}</p>
      <Loaded query={query}>{({ items }) => <Known items={items} />}</Loaded>
      <div className={styles.fields} onChange={() => setFault(null)}>
        <TextInput label={t('passkeys.name')} value={name} onValue={setName} maxLength={60} />
        {hasOne ? (
          <p>{t('passkeys.existing.text')}</p>
        ) : (
          <>
            <p>{t('passkeys.code.text')}</p>
            <TextInput label={t('passkeys.code')} value={code} onValue={setCode} maxLength={60} isMono />
          </>
        )}
      </div>
      <FaultNote className={styles.fields} fault={shown} />
    </Dialog>
  )
}

function Known({ items }: { readonly items: readonly PasskeyView[] }) {
  if (items.length === 0) return <p>{t('passkeys.none')}</p>
  return (
    <ul className={styles.known}>
      {items.map(({ id, name, createdMs, lastUsedMs }) => (
        <li key={id}>
          <b>{name}</b>
          <span>
            {lastUsedMs === null
              ? t('passkeys.created', { time: utcDateTime(createdMs) })
              : t('passkeys.used', { time: utcDateTime(lastUsedMs) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
