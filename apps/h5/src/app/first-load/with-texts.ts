import type { ComponentType } from 'react'
import { loadTexts } from '../../shared/i18n/index.ts'
import type { MessageFolders } from '../../shared/i18n/index.ts'

/** A screen that loads together with its texts: the first screens' texts are there from the start. */
export function withTexts(
  folder: keyof MessageFolders,
  load: () => Promise<ComponentType>,
): () => Promise<ComponentType> {
  return async () => {
    const [component] = await Promise.all([load(), loadTexts(folder)])
    return component
  }
}
