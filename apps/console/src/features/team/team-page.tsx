import { t } from '../../shared/i18n/index.ts'
import { roleName, useOperator } from '../../shared/operator/index.ts'
import { Page } from '../../shared/page/index.ts'

/** Who is signed in and with which roles. */
export function TeamPage() {
  const operator = useOperator()
  return (
    <Page title={t('team.title')}>
      <ul>
        {operator?.roles.map((role) => (
          <li key={role}>{roleName(role)}</li>
        ))}
      </ul>
    </Page>
  )
}
