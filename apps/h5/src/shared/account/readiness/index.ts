/** What is still missing before a withdrawal would work. Its texts are the folder `readiness`. */
export { ReadinessCard } from './readiness-card.tsx'
