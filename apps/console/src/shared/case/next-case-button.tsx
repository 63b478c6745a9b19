import { Button } from '@candor/ui'
import { t } from '../i18n/index.ts'
import { goTo, KeyHint, useShortcuts } from '../navigation/index.ts'
import type { Screen } from '../navigation/index.ts'
import { nextCase } from './next-case.ts'

export interface NextCaseProps {
  readonly screen: Screen
  readonly ids: readonly string[]
  readonly openId: string | null
}

/** Opens the next case of a queue, also by J. */
export function NextCase({ screen, ids, openId }: NextCaseProps) {
  const openNext = () => {
    const next = nextCase(ids, openId)
    if (next !== null) goTo(screen, next)
  }
  useShortcuts({ j: openNext })
  return (
    <Button tone="quiet" size="small" disabled={ids.length === 0} onClick={openNext} aria-keyshortcuts="J">
      {t('shared.case.next')} <KeyHint name="J" />
    </Button>
  )
}
