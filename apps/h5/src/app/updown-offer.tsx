import { Button, Dialog } from '@candor/ui'
import { appearance, updowns } from '../shared/device/index.ts'
import { useTexts } from '../shared/i18n/index.ts'

/** Asks for the price colours. The choice is the customer's, never derived silently from the language. */
export function UpdownOffer() {
  const { t } = useTexts()
  return (
    <Dialog
      title={t('app.updown.ask')}
      onClose={() => appearance.setUpdown('green-up')}
      actions={updowns.map((updown) => (
        <Button key={updown} tone="quiet" onClick={() => appearance.setUpdown(updown)}>
          {t(`shared.updown.${updown}`)}
        </Button>
      ))}
    >
      <p>{t('app.updown.askText')}</p>
    </Dialog>
  )
}
