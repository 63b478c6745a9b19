import { Button, Dialog } from '@candor/ui'
import { appearance, updowns, useHasChosenUpdown } from '../shared/device/index.ts'
import { useTexts } from '../shared/i18n/index.ts'

/** Languages of regions where red often means a rise: customers are asked for their price colours on the first run. */
const languagesOfRedRises: readonly string[] = ['zh', 'ja', 'ko']

/** Asks for the price colours. The choice is the customer's, never derived silently from the language. */
export function UpdownOffer() {
  const { t, language } = useTexts()
  if (useHasChosenUpdown() || !languagesOfRedRises.includes(language)) return null
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
