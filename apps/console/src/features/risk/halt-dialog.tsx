import { useState } from 'react'
import { haltReason, operatorMarketHalt, operatorMarkets } from '@candor/api/operator'
import type * as z from 'zod/mini'
import { call, conclude } from '../../shared/api/index.ts'
import { ActDialog } from '../../shared/case/index.ts'
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
  const written = note.trim()
  const confirm = async () =>
    conclude(await call(operatorMarketHalt, { symbol: chosen, reason, note: written }), {
      changes: [operatorMarkets],
      done: t('risk.halt.done'),
    })
  return (
    <ActDialog
      title={t('risk.halt.title')}
      text={t('risk.halt.text')}
      confirm={t('risk.halt.confirm')}
      faultOf={() => (written.length < 3 ? t('shared.reason.short') : null)}
      send={confirm}
      onClose={onClose}
    >
      {(fault) => (
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
      )}
    </ActDialog>
  )
}
