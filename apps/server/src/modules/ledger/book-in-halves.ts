import { BatchRolledBackError } from './booking-failure-store.ts'

/**
 * The total attempts for a request that failed alone: a deadlock, or a race with a request under the same key, passes.
 */
const loneAttempts = 3

/**
 * Books a batch, and retries a rolled back one in halves until the failing request is alone. Returns the outcome of
 * each request, in order. An error other than BatchRolledBackError fails the part of the batch that it was thrown for.
 */
export async function bookInHalves<Request, Answer>(
  requests: readonly Request[],
  book: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  attempt = 1,
): Promise<PromiseSettledResult<Answer>[]> {
  try {
    const answers = await book(requests)
    return requests.map((_, index) => {
      const value = answers[index]
      return value === undefined ? rejected(new Error('a request has no result')) : { status: 'fulfilled', value }
    })
  } catch (error) {
    if (!(error instanceof BatchRolledBackError) || (requests.length === 1 && attempt === loneAttempts))
      return requests.map(() => rejected(error))
    if (requests.length === 1) return bookInHalves(requests, book, attempt + 1)
    const middle = Math.ceil(requests.length / 2)
    const first = await bookInHalves(requests.slice(0, middle), book)
    return [...first, ...(await bookInHalves(requests.slice(middle), book))]
  }
}

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason }
}
