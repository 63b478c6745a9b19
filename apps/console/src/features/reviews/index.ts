/** Identity checks. */
export { ReviewsPage, useReviewCount } from './reviews-page.tsx'
