import type { ComponentType } from 'react'
import type { Icon } from '@candor/ui'
import { ScalesIcon } from '@candor/ui/icons/message'
import {
  ChartBarIcon,
  ClockCountdownIcon,
  FileMagnifyingGlassIcon,
  PulseIcon,
  SealCheckIcon,
  TreeStructureIcon,
} from '@candor/ui/icons/proof'
import { loadTexts } from '../shared/i18n/index.ts'

/** The pages of this app, each at `/<name>/`, in the order of the links. */
export const pageNames = ['check', 'price-log', 'odds', 'solvency', 'record', 'status'] as const
export type PageName = (typeof pageNames)[number]

/** The seven links: the pages, and the verifier, a document of its own. */
export const links = ['check', 'verify', 'price-log', 'odds', 'solvency', 'record', 'status'] as const
export type LinkName = (typeof links)[number]

export const linkIcons: Readonly<Record<LinkName, Icon>> = {
  check: SealCheckIcon,
  verify: FileMagnifyingGlassIcon,
  'price-log': TreeStructureIcon,
  odds: ChartBarIcon,
  solvency: ScalesIcon,
  record: ClockCountdownIcon,
  status: PulseIcon,
}

/** `pages/<name>/index.tsx` exports `Page`; its texts lie in `pages/<name>/messages/<language>.json`. */
const entries = import.meta.glob<ComponentType>('../pages/*/index.tsx', { import: 'Page' })

/** The page that an address names; the check where it names none. */
export function pageOf(path: string): PageName {
  const name = path.split('/')[1]
  return pageNames.find((known) => known === name) ?? 'check'
}

/** Loads a page with its texts; null where this build has none of that name. Throws when it could not be loaded. */
export async function loadPage(name: PageName): Promise<ComponentType | null> {
  const load = entries[`../pages/${name}/index.tsx`]
  if (load === undefined) return null
  const [page] = await Promise.all([load(), loadTexts(name)])
  return page
}
