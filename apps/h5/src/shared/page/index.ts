/**
 * Screens: how to move between them, and the frame of an inner page. `navigation.navigate('contract', { symbol })` in
 * handlers; `hrefOf('contract', { symbol })` as the `href` of a plain link; `useRouteParams('contract')` inside the
 * screen. A `Page` has its bar and its states: signed out, failed, loading, without prices, content. Empty states are a
 * screen's own. `latePart` and `lateLayer` load a part late, and cope where its files are missing. The parts `records`,
 * `ask-support`, `how-it-works`, `public-figures` and `markdown` have doors of their own.
 */
export { Boundary } from './boundary.tsx'
export { lateLayer, latePart, layerIsMissing } from './late-part.tsx'
export { reloadIfDue, screenIsMissing, watchMissingFiles } from './missing-files.ts'
export { currentLocation, navigation, useLocation, useRouteParams } from './app-navigation.ts'
export { hrefOf, paramsOf, pathOf, routeOf, routes } from './routes.ts'
export type { RouteName, RouteParams, TabName } from './routes.ts'
export { ConnectionNote } from './connection-note.tsx'
export { emptyPageOf } from './empty-page.tsx'
export { EmptyState } from './empty-state.tsx'
export { FailedState } from './failed-state.tsx'
export { FormScreen } from './form-screen.tsx'
export { Loaded } from './loaded.tsx'
export { MoneyWays } from './money-ways.tsx'
export { Page, PageScreen } from './page.tsx'
export { pageOf, screenOf } from './page-of.tsx'
export { Placeholders } from './placeholders.tsx'
export { PageFrame, PageState } from './page-frame.tsx'
export { recordScreenOf } from './record-screen-of.tsx'
export { RecordRow } from './record-row.tsx'
export { RetryLine } from './retry-line.tsx'
export { SignedOutState } from './signed-out-state.tsx'
export { untilUsed } from './until-used.ts'
