import { Button } from '@candor/ui'
import type { Icon } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'
import type { MessageKey } from '../i18n/index.ts'
import { EmptyState } from './empty-state.tsx'
import { PageState } from './page-frame.tsx'

type EmptyPageTexts = readonly [title: MessageKey, text: MessageKey, action: MessageKey]

/** A page that has nothing to show, such as of a link to something that is gone, and where to go from here. */
export function emptyPageOf(icon: Icon, [title, text, action]: EmptyPageTexts, onAct: () => void) {
  return function EmptyPage() {
    const { t } = useTexts()
    return (
      <PageState>
        <EmptyState icon={icon} texts={[title, text]}>
          <Button onClick={onAct}>{t(action)}</Button>
        </EmptyState>
      </PageState>
    )
  }
}
