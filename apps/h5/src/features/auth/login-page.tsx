import { Screen, TopBar } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'

/** Stands in until the feature's own screen is there. */
export function LoginPage() {
  const { t } = useTexts()
  return <Screen bar={<TopBar title={t('app.title.login')} />}>{null}</Screen>
}
