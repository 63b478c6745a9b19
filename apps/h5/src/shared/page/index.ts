/** An inner page with its bar and its states: signed out, failed, loading, content. */
export { Loaded } from './loaded.tsx'
export { Page, PageScreen, PageState } from './page.tsx'
