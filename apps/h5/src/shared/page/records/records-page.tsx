import type { ComponentType } from 'react'
import { useIsSignedIn } from '../../device/index.ts'
import { useRouteParams } from '../app-navigation.ts'
import { screenOf } from '../page-of.tsx'
import type { PageTexts } from '../page-of.tsx'
import type { RouteName, RouteParams } from '../routes.ts'

type RecordsRoute = { [Name in RouteName]: RouteParams<Name> extends { id?: string } ? Name : never }[RouteName]

/** A page of records: their list, or one of them when the address names it. */
export function recordsPage(
  route: RecordsRoute,
  List: ComponentType,
  One: ComponentType<{ readonly id: string }>,
  texts: PageTexts,
) {
  const ListPage = screenOf(texts, List)
  return function RecordsPage() {
    const { id } = useRouteParams(route)
    const isSignedIn = useIsSignedIn()
    return isSignedIn && id !== undefined ? <One key={id} id={id} /> : <ListPage />
  }
}
