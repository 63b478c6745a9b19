import { useState } from 'react'
import type { ConfirmationView } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, Dialog, Timeline } from '@candor/ui'
import { FingerprintSimpleIcon } from '@candor/ui/icons/console'
import { t } from '../i18n/index.ts'
import { FaultNote } from '../page/index.ts'
import { readSigned } from './confirmation-model.ts'
import type { Headline, SignedCase } from './confirmation-model.ts'
import styles from './confirmation-dialog.module.css'
import { SignedBytes, inFours } from './signed-bytes.tsx'
import { amountParts, durationLabel } from './signed-labels.ts'
import { signConfirmation, stopSigning } from './sign.ts'
import { TouchRow } from './touch-row.tsx'

export interface ConfirmationDialogProps {
  readonly confirmation: ConfirmationView
  /** The whole destination, which the server has opened; null where there is none. */
  readonly whole: string | null
  /** The names of the passkeys that may sign, as their operator named them. Empty where they are not known. */
  readonly keys: readonly string[]
  readonly onSigned: () => void
  readonly onClose: () => void
}

/** Says in words what the passkey signs, with the exact bytes and their SHA-256, and has it sign. */
export function ConfirmationDialog({ confirmation, whole, keys, onSigned, onClose }: ConfirmationDialogProps) {
  const [fault, setFault] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const signed = readSigned(confirmation.bytes)
  const sign = async () => {
    setFault(null)
    const refusal = await during(signConfirmation(confirmation))
    if (refusal === null) onSigned()
    else setFault(refusal)
  }
  const close = () => {
    if (isBusy) stopSigning()
    onClose()
  }
  const shown = signed === null ? t('shared.confirmation.unreadable') : fault
  return (
    <Dialog
      title={signed === null ? t('shared.confirmation.title') : t(`shared.confirmation.title.${signed.act}`)}
      isWide
      onClose={close}
      actions={
        <>
          {isBusy ? <TouchRow timeoutMs={confirmation.request.timeout} keys={keys} onCancel={close} /> : null}
          {isBusy || signed === null ? null : (
            <Button icon={<FingerprintSimpleIcon size={18} />} onClick={() => void sign()}>
              {t('shared.confirmation.sign')}
            </Button>
          )}
          {isBusy ? null : (
            <Button tone="bare" onClick={close}>
              {t('shared.action.cancel')}
            </Button>
          )}
        </>
      }
    >
      {signed === null ? null : <SignedHead signed={signed} whole={whole} />}
      <SignedBytes bytes={confirmation.bytes} signed={signed} />
      <p className={styles.changes}>{t('shared.confirmation.changes')}</p>
      <FaultNote className={styles.fault} fault={shown} />
    </Dialog>
  )
}

/** The case at a glance: its main fact, the whole destination, and who agrees on it. */
function SignedHead({
  signed: { headline, details, operator, first },
  whole,
}: {
  readonly signed: SignedCase
  readonly whole: string | null
}) {
  const account = details.find(({ name }) => name === 'account')?.value
  return (
    <>
      {headline === null ? null : <Figure headline={headline} />}
      {account === undefined ? null : <p>{t('shared.confirmation.of', { account: String(account) })}</p>}
      {whole === null ? null : <p className={styles.whole}>{inFours(whole)}</p>}
      <Timeline
        label={t('shared.confirmation.people')}
        steps={[
          ...(first === null
            ? []
            : [
                {
                  key: 'first',
                  state: 'done',
                  stateLabel: t('shared.confirmation.person.done'),
                  title: t(`shared.confirmation.person.${first}`),
                  text: t('shared.confirmation.person.hidden'),
                } as const,
              ]),
          {
            key: 'you',
            state: 'now',
            stateLabel: t('shared.confirmation.person.now'),
            title: <b>{t('shared.confirmation.person.you', { name: operator })}</b>,
          },
        ]}
      />
    </>
  )
}

function Figure({ headline }: { readonly headline: Headline }) {
  if (headline.kind === 'subject')
    return (
      <p className={styles.subject}>
        {headline.name}
        {headline.durationMs === null ? null : <small> {durationLabel(headline.durationMs)}</small>}
      </p>
    )
  const { whole, decimals } = amountParts(headline)
  return (
    <p className={styles.figure}>
      {whole}
      <span className={styles.decimals}>{decimals}</span> <small>{headline.asset}</small>
    </p>
  )
}
