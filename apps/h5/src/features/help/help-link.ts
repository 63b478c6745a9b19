import { hrefOf, routes } from '../../shared/page/index.ts'
import type { RouteName } from '../../shared/page/index.ts'
import { isArticleName } from './topics.ts'

/** Pages of this server that need no account. */
const publicPages: readonly string[] = ['check', 'log', 'odds', 'record', 'verify']

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name)

/**
 * The address of a screen (`screen:swap`), another article (`help:swap`) or a public page (`page:odds`); null for
 * others.
 */
export function helpLink(target: string): string | null {
  const [, kind, name = ''] = /^(screen|help|page):([\w-]+)$/.exec(target) ?? []
  if (kind === 'screen') return isRouteName(name) ? hrefOf(name) : null
  if (kind === 'help') return isArticleName(name) ? hrefOf('help', { id: name }) : null
  return publicPages.includes(name) ? `/${name}/` : null
}
