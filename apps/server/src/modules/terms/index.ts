/** Terms of contracts, and settings of money, as operators keep them: proposals that a second operator confirms. */
export { settingsOperatorRoutes } from './settings-operator-routes.ts'
export { termsOperatorRoutes } from './terms-operator-routes.ts'
