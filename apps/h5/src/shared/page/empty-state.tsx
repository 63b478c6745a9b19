import { createElement } from 'react'
import type { ReactNode } from 'react'
import { StatePanel } from '@candor/ui'
import type { Icon } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'
import type { MessageKey } from '../i18n/index.ts'

export interface EmptyStateProps {
  readonly icon: Icon
  readonly texts: readonly [title: MessageKey, text: MessageKey]
  /** What to do about it. */
  readonly children?: ReactNode
}

/** A screen, or a part of one, that has nothing to show, and why. */
export function EmptyState({ icon, texts: [title, text], children }: EmptyStateProps) {
  const { t } = useTexts()
  const sign = createElement(icon, { size: 28 })
  return <StatePanel icon={sign} title={t(title)} text={t(text)} actions={children} />
}
