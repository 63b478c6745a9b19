/** The screens and how to move between them: `hrefOf('reviews', id)` for links, `usePlace()` inside. */
export { hrefOf, screens, usePlace } from './navigation.ts'
export type { Place, Screen } from './navigation.ts'
