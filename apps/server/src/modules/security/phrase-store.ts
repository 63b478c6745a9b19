import type { Language } from '@candor/api'
import type { Pool, PoolClient } from 'pg'
import type * as identity from '../../../database/rows/identity.ts'
import type * as security from '../../../database/rows/security.ts'

export async function findPhrase(pool: Pool, customerId: bigint): Promise<string | null> {
  const { rows } = await pool.query<Pick<security.PhraseRow, 'phrase'>>(
    'select phrase from security.phrase where customer_id = $1',
    [customerId],
  )
  return rows[0]?.phrase ?? null
}

/** Sets the phrase, or removes it (null). */
export async function putPhrase(client: PoolClient, customerId: bigint, phrase: string | null): Promise<void> {
  if (phrase === null) {
    await client.query('delete from security.phrase where customer_id = $1', [customerId])
    return
  }
  await client.query(
    `insert into security.phrase (customer_id, phrase) values ($1, $2) on conflict (customer_id)
      do update set phrase = excluded.phrase`,
    [customerId, phrase],
  )
}

/** The phrase of a mail's recipient: by customer number if known, else by address. */
export async function findPhraseOfMail(
  pool: Pool,
  mail: { readonly to: string; readonly customerId: bigint | null },
): Promise<{ phrase: string; lang: Language } | null> {
  const { rows } = await pool.query<
    Pick<security.PhraseRow, 'phrase'> & Pick<identity.CustomerRow, 'lang'> & { readonly lang: Language }
  >(
    `select phrase, lang from security.phrase join identity.customer using (customer_id)
     where case when $1::bigint is null then email = $2 else customer_id = $1 end`,
    [mail.customerId, mail.to.toLowerCase()],
  )
  return rows[0] ?? null
}
