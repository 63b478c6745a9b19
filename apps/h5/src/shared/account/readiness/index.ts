/** What is still missing before a withdrawal is possible. Its texts are the folder `readiness`. */
export { ReadinessCard } from './readiness-card.tsx'
