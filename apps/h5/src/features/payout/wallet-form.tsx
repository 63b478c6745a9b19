import { useRef, useState } from 'react'
import { payoutAddWalletAddress } from '@candor/api'
import type { PayoutMethodView } from '@candor/api'
import { useBusy } from '@candor/client/react'
import type { Chain } from '@candor/formulas/wallet-address'
import { Button, Field, Note, Segmented } from '@candor/ui'
import { CheckCircleFillIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { call, newRequestId } from '../../shared/api/index.ts'
import { focusFirstInvalid, RefusalNote } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen } from '../../shared/page/index.ts'
import { useMode } from '../../shared/money/index.ts'
import { useAddingProof } from './adding-proof.tsx'
import type { MethodFormProps } from './bank-card-form.tsx'
import styles from './payout.module.css'
import { SampleButton } from './sample-button.tsx'
import { sampleAddress } from './samples.ts'
import { addressVerdict, chains, otherChain } from './wallet-form-model.ts'

/** The form of the wallet address: its chain, and the address with its check while it is typed. */
export function WalletFormView({ choice, onDone }: MethodFormProps) {
  const { t } = useTexts()
  const mode = useMode()
  const element = useRef<HTMLFormElement>(null)
  const form = useWalletForm(onDone, () => focusFirstInvalid(element.current))
  const { chain } = form
  return (
    <>
      <FormScreen
        element={element}
        onSubmit={() => void form.submit()}
        submit={t('payout.save.wallet-address')}
        isBusy={form.isBusy}
        hasDockLine={false}
      >
        <div className={styles.fields}>
          {choice}
          {mode === 'sandbox' ? <SampleButton onSample={() => form.type(sampleAddress(chain))} /> : null}
          <Segmented
            label={t('payout.chain')}
            options={chains.map((value) => ({ value, label: t(`payout.chain.${value}`) }))}
            value={chain}
            onValue={form.choose}
          />
          <AddressField form={form} />
          <Note icon={<WarningCircleIcon size={18} />}>{t('payout.address.care', { chain })}</Note>
          <RefusalNote text={form.refusal} />
        </div>
      </FormScreen>
      {form.sheet}
    </>
  )
}

/** The address with its state; another chain's address offers to switch the chain. */
function AddressField({ form }: { readonly form: ReturnType<typeof useWalletForm> }) {
  const { t } = useTexts()
  const { chain, address, verdict } = form
  return (
    <>
      <Field
        isMono
        label={t('payout.address')}
        value={address}
        onValue={form.type}
        onBlur={form.leave}
        error={form.error}
        hint={
          verdict === 'valid' ? (
            <span className={styles.verdict}>
              <CheckCircleFillIcon size={16} />
              {t(`payout.address.valid.${chain}`)}
            </span>
          ) : (
            t(`payout.address.hint.${chain}`)
          )
        }
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={120}
      />
      {verdict === 'empty' || verdict === 'partial' ? null : (
        <p className={styles.whole} aria-hidden="true">
          {address}
        </p>
      )}
      {verdict === 'other-chain' ? (
        <Button tone="quiet" size="medium" onClick={() => form.choose(otherChain(chain))}>
          {t('payout.address.switch', { chain: otherChain(chain) })}
        </Button>
      ) : null}
    </>
  )
}

function useWalletForm(onDone: (msg: string) => void, onInvalid: () => void) {
  const { t } = useTexts()
  const [chain, setChain] = useState<Chain>('TRC20')
  const [address, setAddress] = useState('')
  const [isLeft, setLeft] = useState(false)
  const { isBusy, during } = useBusy()
  const [refused, setRefused] = useState<{ readonly isField: boolean; readonly msg: string } | null>(null)
  const requestId = useRef(newRequestId())
  const proof = useAddingProof<PayoutMethodView>()
  const verdict = addressVerdict(chain, address)
  const error = () => {
    if (refused?.isField) return refused.msg
    // Another chain's address is reported at once, without waiting for the end of typing.
    if (verdict === 'other-chain') return t('payout.address.other-chain', { chain, other: otherChain(chain) })
    if (!isLeft || verdict === 'valid') return null
    return t(verdict === 'empty' ? 'forms.required.address' : `payout.address.wrong.${chain}`)
  }
  return {
    chain,
    address,
    verdict,
    isBusy,
    sheet: proof.sheet,
    error: error(),
    refusal: refused === null || refused.isField ? null : refused.msg,
    choose: (value: Chain) => {
      setChain(value)
      setRefused(null)
    },
    type: (text: string) => {
      setAddress(text.trim())
      setRefused(null)
    },
    leave: () => setLeft(true),
    async submit() {
      setLeft(true)
      if (verdict !== 'valid') return onInvalid()
      const result = await during(
        proof.send(t(`payout.chain.${chain}`), (owner) =>
          call(payoutAddWalletAddress, { requestId: requestId.current, chain, address, ...owner }),
        ),
      )
      if (result === null) return
      if (result.ok) return onDone(result.msg)
      // A refusal had no effect; only after a lost response may the address exist.
      if (result.error !== 'network') requestId.current = newRequestId()
      setRefused({
        isField: result.error === 'address-exists' || result.error === 'wrong-withdrawal-address',
        msg: result.msg,
      })
      onInvalid()
    },
  }
}
