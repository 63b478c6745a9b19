import type { SupportMessage } from '@candor/api/support'
import { VisuallyHidden } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { spokenWords } from './chat-labels.ts'

/** Announces each new reply once; older messages are never announced. */
export function SpokenMessage({ message }: { readonly message: SupportMessage | null }) {
  const texts = useTexts()
  return (
    <VisuallyHidden>
      <span role="status">{message === null ? '' : spokenWords(texts, message)}</span>
    </VisuallyHidden>
  )
}
