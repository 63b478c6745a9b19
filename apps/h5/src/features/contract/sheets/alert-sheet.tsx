import { useState } from 'react'
import { alertsMax } from '@candor/api'
import type { InstrumentView } from '@candor/api'
import { formatDecimal } from '@candor/money'
import { Button, IconButton, Sheet, showToast } from '@candor/ui'
import { BellIcon, BellRingingIcon } from '@candor/ui/icons/account'
import { useConnection, useQuote } from '../../../shared/api/realtime/index.ts'
import { Emphasised, formatPrice, useTexts } from '../../../shared/i18n/index.ts'
import { instrumentTitle } from '../../../shared/instrument/index.ts'
import { hrefOf } from '../../../shared/page/index.ts'
import { AlertField } from './alert-field.tsx'
import { AlertList } from './alert-list.tsx'
import { alertDirection, alertTicks, firstShift, shiftedTicks } from './alert-model.ts'
import styles from './alert-sheet.module.css'
import { useAlertChange, useAlerts } from './use-alerts.ts'

/** The button of the page's bar that opens an instrument's price alerts. */
export function AlertButton({ instrument }: { readonly instrument: InstrumentView }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('contractSheets.alert.title')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BellIcon />
      </IconButton>
      {isOpen ? (
        <Sheet
          title={t('contractSheets.alert.title')}
          closeLabel={t('shared.action.close')}
          onClose={() => setOpen(false)}
        >
          <OwnAlerts instrument={instrument} />
        </Sheet>
      ) : null}
    </>
  )
}

/** Sets a price alert of an instrument, and lists those that wait. */
function OwnAlerts({ instrument }: { readonly instrument: InstrumentView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const { symbol, decimals } = instrument
  const last = useQuote(symbol)?.last
  const currentTicks = last === undefined ? null : alertTicks(last, decimals)
  const [text, setText] = useState(
    currentTicks === null ? '' : formatDecimal(shiftedTicks(currentTicks, firstShift), decimals),
  )
  const alerts = useAlerts()
  const change = useAlertChange()
  const isOffline = useConnection().phase === 'offline'
  const ticks = alertTicks(text, decimals)
  const direction = ticks === null || currentTicks === null ? null : alertDirection(ticks, currentTicks)
  const price = ticks === null ? '' : formatPrice(locale, formatDecimal(ticks, decimals))
  const count = alerts.data?.items.length ?? 0
  const set = () => {
    if (ticks === null || direction === null) return
    change.mutate(
      { symbol, direction, price: formatDecimal(ticks, decimals) },
      { onSuccess: () => showToast('done', t('contractSheets.alert.set', { price })) },
    )
  }
  return (
    <div className={styles.sheet}>
      {last === undefined ? null : (
        <p className={styles.lead}>
          <Emphasised
            text={t('contractSheets.alert.now', {
              name: instrumentTitle(texts, instrument),
              price: formatPrice(locale, last, decimals),
            })}
          />
        </p>
      )}
      <AlertField text={text} ticks={ticks} currentTicks={currentTicks} decimals={decimals} onText={setText} />
      <p className={styles.note}>
        {direction === null ? t('contractSheets.alert.choose') : t(`contractSheets.alert.once.${direction}`, { price })}{' '}
        <a href={hrefOf('notifications')}>{t('contractSheets.alert.told')}</a>
      </p>
      <Button
        icon={<BellRingingIcon size={20} />}
        isBusy={change.isPending}
        disabled={direction === null || isOffline || count >= alertsMax}
        onClick={set}
      >
        {setLabel()}
      </Button>
      <AlertList
        alerts={alerts}
        removing={change.isPending && 'id' in change.variables ? change.variables.id : null}
        onRemove={(id) => change.mutate({ id })}
      />
    </div>
  )

  /** The button's label: why it is off, or what it does. */
  function setLabel(): string {
    if (isOffline) return t('contractSheets.alert.offline')
    if (count >= alertsMax) return t('contractSheets.alert.full', { most: alertsMax })
    return direction === null ? t('contractSheets.alert.setNone') : t('contractSheets.alert.setAt', { price })
  }
}
