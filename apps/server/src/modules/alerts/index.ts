/** Price alerts: set by customers, compared with stored frames, and reported once by a message. */
export { startAlertWatch } from './alert-watch.ts'
export { alertsRoutes } from './alerts-routes.ts'
export { createAlertsService } from './alerts-service.ts'
