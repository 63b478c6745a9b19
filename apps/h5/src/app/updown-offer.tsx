import { Button, Dialog } from '@candor/ui'
import { appearance, updowns, useHasChosenUpdown } from '../shared/appearance/index.ts'
import { useTexts } from '../shared/i18n/index.ts'

/** Languages of places where red often means a rise. */
const offeredLanguages: readonly string[] = ['zh', 'ja', 'ko']

/** On the first run in these languages: asks for the price colours once. The choice is the customer's, never made silently. */
export function UpdownOffer() {
  const { t, language } = useTexts()
  const hasChosen = useHasChosenUpdown()
  if (hasChosen || !offeredLanguages.includes(language)) return null
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
