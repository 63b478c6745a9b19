/** The first screen: announcements, movers and, for a customer, money, the day's result and open contracts. */
export { homeRoutes } from './home-routes.ts'
export { createHomeService } from './home-service.ts'
