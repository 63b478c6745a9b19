import { Button } from '@candor/ui'
import { useTexts } from '../../i18n/index.ts'
import { navigation } from '../index.ts'

/** Opens the article of this name, below the action of an empty state. */
export function HowItWorks({ about }: { readonly about: 'withdrawal' | 'recharge' | 'swap' | 'interest' | 'selling' }) {
  const { t } = useTexts()
  return (
    <Button tone="bare" onClick={() => navigation.navigate('help', { id: about })}>
      {t(`how-it-works.${about}`)}
    </Button>
  )
}
