import { useEffect, useState } from 'react'
import type { ConfirmationView } from '@candor/api/operator'
import { Button, Dialog, Note } from '@candor/ui'
import { KeyIcon } from '@candor/ui/icons/security'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { t } from '../i18n/index.ts'
import { readSigned } from './confirmation-model.ts'
import type { SignedCase } from './confirmation-model.ts'
import styles from './confirmation-dialog.module.css'
import { digestOf, signConfirmation } from './sign.ts'

export interface ConfirmationDialogProps {
  readonly confirmation: ConfirmationView
  /** The whole destination, which the server has opened; null where there is none. */
  readonly whole: string | null
  readonly onSigned: () => void
  readonly onClose: () => void
}

/** Says in words what the passkey signs, with the exact bytes and their SHA-256, and has it sign. */
export function ConfirmationDialog({ confirmation, whole, onSigned, onClose }: ConfirmationDialogProps) {
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const signed = readSigned(confirmation.bytes)
  const sign = async () => {
    setBusy(true)
    setFault(null)
    const refusal = await signConfirmation(confirmation)
    setBusy(false)
    if (refusal === null) onSigned()
    else setFault(refusal)
  }
  const shown = signed === null ? t('shared.confirmation.unreadable') : fault
  return (
    <Dialog
      title={t('shared.confirmation.title')}
      isWide
      onClose={onClose}
      actions={
        <>
          {signed === null ? null : (
            <Button icon={<KeyIcon size={18} />} isBusy={isBusy} onClick={() => void sign()}>
              {t('shared.confirmation.sign')}
            </Button>
          )}
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      {signed === null ? null : <SignedFacts signed={signed} whole={whole} />}
      <SignedBytes bytes={confirmation.bytes} />
      <p>{t('shared.confirmation.changes')}</p>
      <div role="status" className={styles.fault}>
        {shown === null ? null : (
          <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
            {shown}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

function SignedFacts({
  signed: { act, number, details },
  whole,
}: {
  readonly signed: SignedCase
  readonly whole: string | null
}) {
  return (
    <dl className={styles.facts}>
      <dt>{t('shared.confirmation.act')}</dt>
      <dd>{t('shared.confirmation.act.text', { act: act.replace('.', ' '), number })}</dd>
      {details.map(({ name, value }) => (
        <Detail key={name} name={t(`shared.confirmation.${name}`)} value={value} />
      ))}
      {whole === null ? null : <Detail name={t('shared.confirmation.whole')} value={inFours(whole)} />}
    </dl>
  )
}

function Detail({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function SignedBytes({ bytes }: { readonly bytes: string }) {
  const [hex, setHex] = useState('')
  useEffect(() => {
    void digestOf(bytes).then((digest) => setHex(hexOf(digest)))
  }, [bytes])
  return (
    <details className={styles.signed}>
      <summary>{t('shared.confirmation.bytes', { count: new TextEncoder().encode(bytes).length })}</summary>
      <pre>{bytes}</pre>
      <p className={styles.digest}>
        {t('shared.confirmation.digest')} <code>{hex}</code>
      </p>
    </details>
  )
}

function hexOf(digest: Uint8Array): string {
  return inFours(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

/** In groups of four characters, which are easier to compare. */
function inFours(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(' ')
}
