import { Button } from '@candor/ui'
import { ShieldCheckIcon } from '@candor/ui/icons/security'
import { useTexts } from '../../shared/i18n/index.ts'
import { EmptyState, navigation } from '../../shared/page/index.ts'

/** Offers the second step of signing in to a customer who has just registered. */
export function SecondStepOffer({ from }: { readonly from: string | undefined }) {
  const { t } = useTexts()
  return (
    <EmptyState icon={ShieldCheckIcon} texts={['auth.secondStep.title', 'auth.secondStep.text']}>
      <Button onClick={() => navigation.redirect('twoStep')}>{t('auth.secondStep.setUp')}</Button>
      <Button tone="bare" onClick={() => navigation.returnTo(from)}>
        {t('auth.secondStep.later')}
      </Button>
    </EmptyState>
  )
}
