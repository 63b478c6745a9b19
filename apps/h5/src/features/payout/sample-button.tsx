import { Button } from '@candor/ui'
import { FlaskIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'

/** In the sandbox nobody is asked for real numbers: fills in some that look right and belong to nobody. */
export function SampleButton({ onSample }: { readonly onSample: () => void }) {
  const { t } = useTexts()
  return (
    <Button tone="outline" size="medium" icon={<FlaskIcon size={20} />} onClick={onSample}>
      {t('payout.sample')}
    </Button>
  )
}
