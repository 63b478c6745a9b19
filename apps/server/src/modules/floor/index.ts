/** The trading floor: desks publish what they buy USDT for, customers sell, and each sale is confirmed or lapses. */
export { createDeskService } from './desk-service.ts'
export { floorOperatorRoutes } from './floor-operator-routes.ts'
export { floorRoutes } from './floor-routes.ts'
export { createFloorService } from './floor-service.ts'
export type { FloorService } from './floor-service.ts'
export { openSandboxFloor } from './floor-store.ts'
export { startFloorWatch } from './floor-watch.ts'
export { createSaleReviewTask } from './review-task.ts'
