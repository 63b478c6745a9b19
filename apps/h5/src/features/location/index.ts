/** Maps: choosing a location, and showing one. */
export { ChooseLocationPage } from './choose-location-page.tsx'
export { OpenLocationPage } from './open-location-page.tsx'
