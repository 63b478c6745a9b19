import { createDeskService, createFloorService, floorOperatorRoutes, floorRoutes } from '../modules/floor/index.ts'

/** Where customers sell USDT to desks. */
export function openFloor() {
  return { routes: floorRoutes(createFloorService()), operatorRoutes: floorOperatorRoutes(createDeskService()) }
}
