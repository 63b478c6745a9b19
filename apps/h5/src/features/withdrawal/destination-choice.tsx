import { useState } from 'react'
import type { PayoutMethodView } from '@candor/api'
import { Button, RadioList, Sheet } from '@candor/ui'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import { PlusIcon } from '@candor/ui/icons/ticket'
import { DestinationGlyph, destinationTitle, shortNumber } from '../../shared/money/destination/index.ts'
import { momentText, useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import type { MethodKind } from './withdrawal-form-model.ts'
import styles from './withdrawal-page.module.css'

export interface DestinationChoiceProps {
  readonly kind: MethodKind
  readonly methods: readonly PayoutMethodView[]
  readonly chosen: PayoutMethodView | null
  readonly nowMs: number
  readonly onChosen: (id: string) => void
  readonly onAdd: () => void
}

/** The destination: the selected one, which opens the others; or the link to add the first. */
export function DestinationChoice({ kind, methods, chosen, nowMs, onChosen, onAdd }: DestinationChoiceProps) {
  const texts = useTexts()
  const { t } = texts
  const [isOpen, setOpen] = useState(false)
  if (chosen === null) {
    return (
      <button type="button" className={styles.add} onClick={onAdd}>
        <PlusIcon size={20} />
        {t(`withdrawal.add.${kind}`)}
      </button>
    )
  }
  return (
    <>
      <button type="button" className={styles.destination} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <DestinationGlyph kind={kind} />
        <span className={styles.words}>
          <span className={styles.title}>{destinationTitle(texts, chosen)}</span>
          <span className={styles.number}>
            {shortNumber(chosen)}
            {chosen.kind === 'wallet-address' ? ` · ${chosen.chain}` : ''}
          </span>
        </span>
        <CaretRightIcon size={16} />
      </button>
      {isOpen ? (
        <Sheet title={t('withdrawal.destination')} closeLabel={t('shared.action.close')} onClose={() => setOpen(false)}>
          <RadioList
            label={t('withdrawal.destination')}
            options={methods.map((method) => ({
              value: method.id,
              title: destinationTitle(texts, method),
              detail:
                method.usableFromMs > nowMs
                  ? t('withdrawal.restsUntil', {
                      number: shortNumber(method),
                      time: momentText(texts, method.usableFromMs, nowMs),
                    })
                  : shortNumber(method),
            }))}
            value={chosen.id}
            onValue={(id) => {
              onChosen(id)
              setOpen(false)
            }}
          />
          <div className={styles.manage}>
            <Button tone="bare" onClick={() => navigation.navigate('payoutMethods')}>
              {t('withdrawal.manage')}
            </Button>
          </div>
        </Sheet>
      ) : null}
    </>
  )
}
