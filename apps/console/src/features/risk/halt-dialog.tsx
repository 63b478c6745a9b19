import { useState } from 'react'
import { haltReason, operatorMarketHalt, operatorMarkets } from '@candor/api/operator'
import { Button, Dialog, showToast } from '@candor/ui'
import type * as z from 'zod/mini'
import { call, refresh } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select, TextArea } from '../../shared/page/index.ts'
import type { Market } from './stakes-model.ts'
import styles from './risk.module.css'

export interface HaltDialogProps {
  /** Those that can be halted. */
  readonly markets: readonly Market[]
  /** The one that is chosen first. */
  readonly symbol: string
  readonly onClose: () => void
}

/** Asks for the reason before a market stops taking orders. */
export function HaltDialog({ markets, symbol, onClose }: HaltDialogProps) {
  const [chosen, setChosen] = useState(symbol)
  const [reason, setReason] = useState<z.output<typeof haltReason>>('price-doubt')
  const [note, setNote] = useState('')
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    const written = note.trim()
    if (written.length < 3) return setError(t('shared.reason.short'))
    setBusy(true)
    const result = await call(operatorMarketHalt, { symbol: chosen, reason, note: written })
    setBusy(false)
    if (!result.ok) return setError(result.msg)
    refresh(operatorMarkets)
    showToast('done', t('risk.halt.done'))
    onClose()
  }
  return (
    <Dialog
      title={t('risk.halt.title')}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void confirm()}>
            {t('risk.halt.confirm')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('risk.halt.text')}</p>
      <div className={styles.fields}>
        <Select
          label={t('risk.terms.market')}
          value={chosen}
          onValue={setChosen}
          options={markets.map((market) => ({ value: market.symbol, label: `${market.name} (${market.symbol})` }))}
        />
        <Select
          label={t('risk.halt.reason')}
          value={reason}
          onValue={setReason}
          options={haltReason.options.map((value) => ({ value, label: t(`risk.halt.reason.${value}`) }))}
        />
        <TextArea label={t('shared.reason.label')} value={note} onValue={setNote} error={fault} maxLength={500} />
      </div>
    </Dialog>
  )
}
