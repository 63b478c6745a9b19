import { createElement } from 'react'
import { StatePanel } from '@candor/ui'
import type { Icon } from '@candor/ui'
import { t } from '../i18n/index.ts'
import type { MessageKey } from '../i18n/index.ts'

export interface EmptyStateProps {
  readonly icon: Icon
  readonly texts: readonly [title: MessageKey, text: MessageKey]
}

/** A list or a part of a screen that has nothing to show, and why. */
export function EmptyState({ icon, texts: [title, text] }: EmptyStateProps) {
  return <StatePanel icon={createElement(icon, { size: 28 })} title={t(title)} text={t(text)} />
}
