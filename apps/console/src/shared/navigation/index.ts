/**
 * The screens and how to move between them: `hrefOf('reviews', id)` for links, `goTo` in handlers, `usePlace()` inside.
 */
export { goTo, usePlace } from './navigation.ts'
export { hrefOf, screens } from './screens.ts'
export type { Place, Screen } from './screens.ts'
