/** A customer's own desk on the trading floor: the application, and the adverts of an approved one. */
export { DeskPage } from './desk-page.tsx'
export { PublishPage } from './publish-page.tsx'
