/**
 * Help: articles by topic with a search, in each language one file (`articles/help.<language>.md`) that loads late and
 * is read offline.
 */
export { HelpPage } from './help-page.tsx'
