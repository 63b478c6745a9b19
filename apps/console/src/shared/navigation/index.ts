/**
 * The screens and how to move between them: `hrefOf('reviews', id)` for links, `goTo` in handlers, `usePlace()` inside.
 */
export { goTo, hrefOf, screens, usePlace } from './navigation.ts'
export type { Place, Screen } from './navigation.ts'
