import { useState } from 'react'
import { securityPasskeyRemove, securityPasskeys, securityState } from '@candor/api'
import type { PasskeyView } from '@candor/api'
import { Button, Field, Note, RowList, showToast } from '@candor/ui'
import { KeyIcon } from '@candor/ui/icons/security'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { formatDate, useTexts } from '../../shared/i18n/index.ts'
import { EmptyState, Loaded, pageOf, PageScreen } from '../../shared/page/index.ts'
import { canUsePasskeys, makePasskey } from '../../shared/account/index.ts'
import { PasswordSheet } from './password-sheet.tsx'
import styles from './security-page.module.css'
import { SecurityRow } from './security-row.tsx'

/** The passkeys of the account. */
export const PasskeysPage = pageOf({ title: 'security.passkeys', signedOut: 'security.signedOut' }, Passkeys)

function Passkeys() {
  const { t } = useTexts()
  const passkeys = useQuery(queryFor(securityPasskeys, {}))
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<PasskeyView | null>(null)
  const isPossible = canUsePasskeys()
  const dock = isPossible ? <Button onClick={() => setAdding(true)}>{t('security.passkeys.add')}</Button> : undefined
  return (
    <PageScreen hasDockLine dock={dock}>
      <Loaded queries={{ passkeys }}>
        {(read) =>
          read.passkeys.items.length === 0 ? (
            <EmptyState icon={KeyIcon} texts={['security.passkeys.noneTitle', 'security.passkeys.none']} />
          ) : (
            <PasskeyList items={read.passkeys.items} onRemove={setRemoved} />
          )
        }
      </Loaded>
      {isPossible ? null : <Note icon={<WarningCircleIcon size={18} />}>{t('security.passkeys.impossible')}</Note>}
      {isAdding ? <AddSheet onClose={() => setAdding(false)} /> : null}
      {removed === null ? null : (
        <PasswordSheet
          title={t('security.passkeys.removeTitle')}
          text={t('security.passkeys.removeText', { name: removed.name })}
          submit={t('security.passkeys.remove')}
          send={(loginPassword) => call(securityPasskeyRemove, { id: removed.id, loginPassword })}
          onDone={refresh}
          onClose={() => setRemoved(null)}
        />
      )}
    </PageScreen>
  )
}

function PasskeyList({
  items,
  onRemove,
}: {
  readonly items: readonly PasskeyView[]
  readonly onRemove: (passkey: PasskeyView) => void
}) {
  const { t, locale } = useTexts()
  return (
    <div className={styles.page}>
      <RowList hasIcons>
        {items.map((passkey) => (
          <SecurityRow
            key={passkey.id}
            glyph={<KeyIcon size={20} />}
            title={passkey.name}
            detail={
              passkey.lastUsedMs === null
                ? t('security.passkeys.made', { date: formatDate(locale, passkey.createdMs) })
                : t('security.passkeys.used', { date: formatDate(locale, passkey.lastUsedMs) })
            }
            trailing={
              <Button
                tone="quiet"
                size="small"
                aria-label={t('security.passkeys.removeOf', { name: passkey.name })}
                onClick={() => onRemove(passkey)}
              >
                {t('security.passkeys.remove')}
              </Button>
            }
          />
        ))}
      </RowList>
      <p className={styles.note}>{t('security.passkeys.note')}</p>
    </div>
  )
}

function AddSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  const [name, setName] = useState(t('security.passkeys.thisDevice'))
  return (
    <PasswordSheet
      title={t('security.passkeys.add')}
      text={t('security.passkeys.addText')}
      submit={t('security.passkeys.make')}
      send={async (loginPassword) => {
        const result = await makePasskey(loginPassword, name.trim() || t('security.passkeys.thisDevice'))
        if (result.ok || result.error !== 'cancelled') return result
        showToast('refused', t('security.passkeys.cancelled'))
        return {
          ok: false,
          error: 'unknown',
          msg: t('security.passkeys.cancelled'),
          fields: {},
          data: null,
          reference: undefined,
        }
      }}
      onDone={refresh}
      onClose={onClose}
    >
      <Field label={t('security.passkeys.name')} value={name} onValue={setName} maxLength={60} autoComplete="off" />
    </PasswordSheet>
  )
}

function refresh(): void {
  invalidate(securityPasskeys, securityState)
}
