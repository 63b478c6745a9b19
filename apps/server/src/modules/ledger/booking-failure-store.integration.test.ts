import pg from 'pg'
import { expect, test } from 'vitest'
import {
  BatchRolledBackError,
  LedgerHaltedError,
  OutcomeUnknownError,
  bookingFailure,
} from './booking-failure-store.ts'

function reported(code: string | undefined, severity: string): pg.DatabaseError {
  const error = new pg.DatabaseError('so it says', 1, 'error')
  error.code = code
  error.severity = severity
  return error
}

test.each(['ERROR', 'FEHLER', '错误'])('an error reported as %s is rolled back, whatever the language', (severity) => {
  expect(bookingFailure(reported('23514', severity))).toBeInstanceOf(BatchRolledBackError)
  for (const halted of ['CL001', 'CD003'])
    expect(bookingFailure(reported(halted, severity))).toBeInstanceOf(LedgerHaltedError)
})

test.each(['57P01', '57P02', '08006', '58030', 'XX000', undefined])(
  '%s leaves the outcome unknown, even as a mere ERROR',
  (code) => {
    expect(bookingFailure(reported(code, 'ERROR'))).toBeInstanceOf(OutcomeUnknownError)
  },
)

test('an error that PostgreSQL did not report leaves the outcome unknown', () => {
  expect(bookingFailure(new Error('Query read timeout'))).toBeInstanceOf(OutcomeUnknownError)
})

test('a statement that was cancelled for its length is answered as it came', () => {
  const canceled = reported('57014', 'ERROR')
  expect(bookingFailure(canceled)).toBe(canceled)
})

test('a deadlock may pass, a broken constraint does not', () => {
  expect(bookingFailure(reported('40P01', 'ERROR'))).toMatchObject({ isPassing: true })
  expect(bookingFailure(reported('23514', 'ERROR'))).toMatchObject({ isPassing: false })
})
