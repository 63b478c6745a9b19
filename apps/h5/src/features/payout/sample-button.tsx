import { Button } from '@candor/ui'
import { FlaskIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'

/** In the sandbox real numbers are never required: fills in valid-looking ones that belong to no one. */
export function SampleButton({ onSample }: { readonly onSample: () => void }) {
  const { t } = useTexts()
  return (
    <Button tone="outline" size="medium" icon={<FlaskIcon size={20} />} onClick={onSample}>
      {t('payout.sample')}
    </Button>
  )
}
