/** The trading floor: sales that wait for a desk, the desks with their money, and their adverts. */
export { FloorPage } from './floor-page.tsx'
export { useSaleCount } from './sales-view.tsx'
