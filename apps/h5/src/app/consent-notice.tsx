import { useEffect, useState } from 'react'
import { legalConsents } from '@candor/api'
import type { LegalName } from '@candor/api'
import { callQuietly } from '../shared/api/index.ts'
import { loadTexts } from '../shared/i18n/index.ts'
import { latePart, navigation, routeOf, useLocation } from '../shared/page/index.ts'
import { useOwnTurn } from './own-turn.ts'

const ConsentDialog = latePart(async () => {
  const [feature] = await Promise.all([import('../features/auth/index.ts'), loadTexts('auth')])
  return feature.ConsentDialog
})

/**
 * Asks a signed-in customer once whether they agree to newer legal texts. Mount it for signed-in customers: a new login
 * mounts it again.
 */
export function ConsentNotice() {
  const { pathname } = useLocation()
  const [owed, setOwed] = useState<readonly LegalName[]>([])
  useEffect(() => {
    let isOver = false
    callQuietly(legalConsents, {}).then(
      (result) => {
        if (!isOver && result.ok) setOwed(result.value.owed)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [])
  if (!useOwnTurn(owed.length > 0 && routeOf(pathname) !== 'legal')) return null
  const close = (reads: boolean) => {
    setOwed([])
    if (reads) navigation.navigate('legal')
  }
  return <ConsentDialog owed={owed} onClose={close} />
}
