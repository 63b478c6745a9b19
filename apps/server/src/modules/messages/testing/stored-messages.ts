import type { Pool } from 'pg'

/** The messages of a customer, oldest first, as their rows hold them. */
export async function messagesOf<Details = unknown>(
  pool: Pool,
  customerId: bigint,
): Promise<{ readonly kind: string; readonly subject: string; readonly details: Details }[]> {
  const { rows } = await pool.query<{ kind: string; subject: string; details: Details }>(
    'select kind, subject, details from message.message where customer_id = $1 order by message_id',
    [customerId],
  )
  return rows
}
