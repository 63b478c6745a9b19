import { useState } from 'react'
import { Button, Field, Note } from '@candor/ui'
import { WarningIcon } from '@candor/ui/icons/wallet'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import styles from './recharge-page.module.css'
import { hasTxidError, isAddress, likelyChain, txidIn } from './recharge-form-model.ts'
import type { RechargeForm, RechargeMethods } from './recharge-form-model.ts'

interface TxidFieldProps {
  readonly form: RechargeForm
  readonly methods: RechargeMethods
  readonly onText: (text: string) => void
}

/**
 * The transaction id: optional, and only reported as invalid once the field was left. One of another network's form
 * leads to that network.
 */
export function TxidField({ form, methods, onText }: TxidFieldProps) {
  const { t } = useTexts()
  const [isLeft, setLeft] = useState(false)
  const { txidText: text } = form
  const other = likelyChain(form, methods)
  const error = isAddress(text) ? t('recharge.txidAddress') : hasTxidError(text) ? t('recharge.txidWrong') : null
  return (
    <>
      <Field
        isMono
        label={t('recharge.txid')}
        aside={t('recharge.optional')}
        hint={t('recharge.txidHint')}
        value={text}
        onValue={onText}
        onBlur={() => setLeft(true)}
        error={isLeft ? error : null}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={80}
        trailing={<PasteButton onText={(pasted) => onText(txidIn(pasted))} />}
      />
      {other === null ? null : (
        <Note tone="attention" role="status" icon={<WarningIcon size={18} />}>
          {t('recharge.otherChain', { network: t(`recharge.network.${other}`) })}{' '}
          <button
            type="button"
            className={styles.inNote}
            onClick={() => navigation.redirect('recharge', { sent: other })}
          >
            {t('recharge.otherChainChoose', { network: t(`recharge.network.${other}`), chain: other })}
          </button>
        </Note>
      )}
    </>
  )
}

/** Takes what was copied in the wallet or exchange. Absent where the browser lets no page read that. */
function PasteButton({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useTexts()
  const { clipboard } = navigator as Partial<Navigator>
  if (clipboard === undefined || !('readText' in clipboard)) return null
  const paste = async () => {
    try {
      onText(await clipboard.readText())
    } catch {
      // The customer did not allow it: the field takes it by hand.
    }
  }
  return (
    <span className={styles.paste}>
      <Button tone="bare" size="medium" onClick={() => void paste()}>
        {t('recharge.paste')}
      </Button>
    </span>
  )
}
