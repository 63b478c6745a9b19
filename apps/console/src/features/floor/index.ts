/** The trading floor: sales that wait for a merchant, the merchants with their money, and their adverts. */
export { FloorPage } from './floor-page.tsx'
export { useSaleCount } from './sales-view.tsx'
