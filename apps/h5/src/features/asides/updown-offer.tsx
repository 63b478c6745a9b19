import { Button, Dialog } from '@candor/ui'
import { appearance, updowns, useHasChosenUpdown } from '../../shared/device/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'

/** Asks for the price colours. The choice is the customer's, never derived silently from the language. */
export function UpdownOffer() {
  const { t } = useTexts()
  if (useHasChosenUpdown()) return null
  return (
    <Dialog
      title={t('asides.updown.ask')}
      onClose={() => appearance.setUpdown('green-up')}
      actions={updowns.map((updown) => (
        <Button key={updown} tone="quiet" onClick={() => appearance.setUpdown(updown)}>
          {t(`asides.updown.${updown}`)}
        </Button>
      ))}
    >
      <p>{t('asides.updown.askText')}</p>
    </Dialog>
  )
}
