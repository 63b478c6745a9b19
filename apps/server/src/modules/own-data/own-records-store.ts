import type { Pool } from 'pg'

/** A value of a record as PostgreSQL returns it. */
type Cell = string | number | bigint | boolean | null | object
/** A record by its field names. Fields ending in `At` are times in milliseconds. */
export type OwnRecord = Readonly<Record<string, Cell>>

const perQuery = 1_000
const lastId = 9_223_372_036_854_775_807n

/** The records of a customer by the name of their file; each query returns those after an id, in its order. */
const queries = {
  orders: `select order_id as id, symbol, ledger.asset_name(asset) as asset, direction::text,
      ledger.units_text(stake) as stake, ledger.units_text(fee) as fee, ledger.units_text(profit) as profit,
      duration_slots / 2 as seconds, accepted_ms as "acceptedAt",
      (entry_price * ('1e-' || price_decimals + price_scale)::numeric)::text as "entryPrice",
      (exit_price * ('1e-' || price_decimals + price_scale)::numeric)::text as "exitPrice",
      state::text, result::text, void_reason::text as "voidReason", ledger.units_text(net) as net,
      settled_ms as "settledAt"
    from contract.contract_order join market.instrument using (instrument_id)
    where customer_id = $1 and order_id > $2 order by order_id limit $3`,
  recharges: `select deposit_id as id, chain::text, ledger.asset_name(asset) as asset,
      ledger.units_text(quantity) as "quantityUsdt", ledger.units_text(credited) as credited, state::text,
      reason::text, txid, created_ms as "createdAt", decided_ms as "decidedAt"
    from deposit.deposit where customer_id = $1 and deposit_id > $2 order by deposit_id limit $3`,
  transfers: `select transfer_id as id, chain::text, txid, address, ledger.units_text(units) as "usdt", state::text,
      seen_ms as "seenAt"
    from deposit.chain_transfer where customer_id = $1 and transfer_id > $2 order by transfer_id limit $3`,
  withdrawals: `select withdrawal_id as id, ledger.asset_name(asset) as asset, ledger.units_text(amount) as amount,
      ledger.units_text(fee) as fee, method_id as "paymentMethod", state::text, reason::text, reference,
      created_ms as "createdAt", sent_ms as "sentAt", ended_ms as "endedAt"
    from withdrawal.withdrawal where customer_id = $1 and withdrawal_id > $2 order by withdrawal_id limit $3`,
  swaps: `select swap_id as id, ledger.asset_name(from_asset) as "from", ledger.units_text(gives) as gives,
      ledger.units_text(receives) as receives, ledger.units_text(spread) as spread, at_ms as "swappedAt"
    from swap.swap where customer_id = $1 and swap_id > $2 order by swap_id limit $3`,
  sales: `select sale_id as id, ledger.units_text(quantity) as "quantityUsdt",
      ledger.units_text(unit_price) as "unitPrice",
      ledger.units_text(total) as "totalUsd", state::text, created_ms as "createdAt", ended_ms as "endedAt"
    from floor.sale where customer_id = $1 and sale_id > $2 order by sale_id limit $3`,
  interest: `select order_id as id, ledger.asset_name(asset) as asset, ledger.units_text(amount) as amount,
      daily_rate_ppm as "dailyRatePpm", ledger.units_text(interest) as interest, state::text, start_ms as "startedAt",
      expires_ms as "expiresAt", ended_ms as "endedAt"
    from interest.interest_order where customer_id = $1 and order_id > $2 order by order_id limit $3`,
  messages: `select message_id as id, kind, subject, details, created_ms as "createdAt", read_ms as "readAt"
    from message.message where customer_id = $1 and message_id > $2 order by message_id limit $3`,
  'sign-ins': `select login_id as id, outcome, device, network, at_ms as "triedAt"
    from identity.login where customer_id = $1 and login_id > $2 order by login_id limit $3`,
  sessions: `select session_id as id, device, network, created_ms as "createdAt", last_used_ms as "lastUsedAt",
      revoked_ms as "endedAt"
    from identity.session where customer_id = $1 and session_id > $2 order by session_id limit $3`,
  'payment-methods': `select method_id as id, kind::text, shown, added_ms as "addedAt", removed_ms as "removedAt"
    from payout.method where customer_id = $1 and method_id > $2 order by method_id limit $3`,
  invitations: `select row_number() over (order by customer_id) as number, customer_id as id,
      invite.masked_contact(mobile, email) as contact, kyc_state = 'verified' as "isVerified", created_ms as "joinedAt"
    from identity.customer where invited_by = $1 and customer_id > $2 order by customer_id limit $3`,
  'identity-checks': `select submission_id as id, country, document_type as "documentType", state, sent_ms as "sentAt",
      decided_ms as "decidedAt"
    from kyc.submission where customer_id = $1 and submission_id > $2 order by submission_id limit $3`,
  'customer-service': `select m.conversation_id as conversation, seq as id, sender, body, at_ms as "sentAt"
    from support.message as m join support.conversation using (conversation_id)
    where customer_id = $1 and $2 < $3 order by m.conversation_id, seq`,
  consents: `select name, version, language, consented_ms as "consentedAt", 0 as id
    from legal.consent where customer_id = $1 and $2 < $3 order by consented_ms`,
  limits: `select kind::text, value, next_value as "nextValue", next_from_ms as "nextFromAt", 0 as id
    from security.customer_limit where customer_id = $1 and $2 < $3 order by kind`,
  breaks: `select kind, since_ms as "sinceAt", until_ms as "untilAt", 0 as id
    from security.exclusion where customer_id = $1 and $2 < $3`,
  alerts: `select symbol, direction, (price * ('1e-' || price_decimals)::numeric)::text as price,
      created_ms as "setAt", 0 as id
    from alert.price_alert join market.instrument using (instrument_id)
    where customer_id = $1 and $2 < $3 order by price_alert_id`,
  favourites: `select symbol, 0 as id from favourites.favourite join market.instrument using (instrument_id)
    where customer_id = $1 and $2 < $3 order by favourite_id`,
  profile: `select public_id as account, mobile, email, lang as language, invite_code as "inviteCode",
      kyc_state as "identity",
      created_ms as "createdAt", password_changed_ms as "passwordChangedAt",
      (select jsonb_build_object('text', address, 'lat', lat, 'lng', lng) from identity.address as a
        where a.customer_id = c.customer_id) as address,
      (select name from invite.shown_name as n where n.customer_id = c.customer_id) as "shownName",
      (select phrase from security.phrase as p where p.customer_id = c.customer_id) as phrase, 0 as id
    from identity.customer as c where customer_id = $1 and $2 < $3`,
} as const

/** The kinds of records that a copy holds. */
export type OwnRecordKind = keyof typeof queries

/** Yields the records of one kind, in parts. Queries that do not ask for a limit return all at once. */
export async function* readOwnRecords(
  pool: Pool,
  customerId: bigint,
  kind: OwnRecordKind,
): AsyncGenerator<readonly OwnRecord[]> {
  const isPaged = queries[kind].includes('limit $3')
  let after = -1n
  for (;;) {
    const { rows } = await pool.query<Record<string, Cell>>(queries[kind], [
      customerId,
      after,
      isPaged ? perQuery : lastId,
    ])
    if (rows.length > 0) yield rows
    const next = rows.at(-1)?.['id']
    if (!isPaged || rows.length < perQuery || typeof next !== 'bigint') return
    after = next
  }
}

/** The customer's picture, or null. */
export async function readOwnPicture(pool: Pool, customerId: bigint): Promise<Buffer | null> {
  const { rows } = await pool.query<{ photo: Buffer }>('select photo from identity.avatar where customer_id = $1', [
    customerId,
  ])
  return rows[0]?.photo ?? null
}
