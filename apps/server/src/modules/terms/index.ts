/** Terms of contracts as operators keep them: versions, and proposals that a second operator confirms. */
export { termsOperatorRoutes } from './terms-operator-routes.ts'
