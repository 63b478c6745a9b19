import { useState } from 'react'
import { haltReason, operatorMarketHalt, operatorMarkets } from '@candor/api/operator'
import { call, conclude } from '../../shared/api/index.ts'
import { ReasonChoiceDialog } from '../../shared/case/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { Select } from '../../shared/page/index.ts'
import type { Market } from './stakes-model.ts'

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
  return (
    <ReasonChoiceDialog
      title={t('risk.halt.title')}
      text={t('risk.halt.text')}
      confirm={t('risk.halt.confirm')}
      reasons={{
        label: t('risk.halt.reason'),
        values: haltReason.options,
        labelOf: (reason) => t(`risk.halt.reason.${reason}`),
        first: 'price-doubt',
      }}
      noteLabel={t('shared.reason.label')}
      faultOf={(note) => (note.trim().length < 3 ? t('shared.reason.short') : null)}
      send={async ({ reason, note }) =>
        conclude(await call(operatorMarketHalt, { symbol: chosen, reason, note: note.trim() }), {
          changes: [operatorMarkets],
          done: t('risk.halt.done'),
        })
      }
      onClose={onClose}
    >
      <Select
        label={t('risk.terms.market')}
        value={chosen}
        onValue={setChosen}
        options={markets.map((market) => ({ value: market.symbol, label: `${market.name} (${market.symbol})` }))}
      />
    </ReasonChoiceDialog>
  )
}
