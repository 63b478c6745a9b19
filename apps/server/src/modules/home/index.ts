/** What the first screen shows: announcements, movers and, for a customer, money, the result of the day and open contracts. */
export { homeRoutes } from './home-routes.ts'
export { createHomeService } from './home-service.ts'
