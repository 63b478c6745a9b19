import type { OutputOf, transparencyRules } from '@candor/api'
import type { Pool } from 'pg'
import type * as conduct from '../../../database/rows/conduct.ts'
import type { Joined } from '../../platform/postgres/columns.ts'
import type * as transparency from '../../../database/rows/transparency.ts'

type Rule = OutputOf<typeof transparencyRules>['items'][number]

/** A version of a rule as its file in the repository has it. */
export interface RuleText {
  readonly name: string
  readonly version: number
  readonly body: string
}

/** A published rule differs from its file. The message is one sentence. */
export class RuleChangedError extends Error {
  override readonly name = 'RuleChangedError'
}

/**
 * Stores versions of rules that are not stored yet, in force from now on, as the owner. Throws RuleChangedError where
 * a stored version has another text: what was published stays.
 */
export async function publishRules(owner: Pool, rules: readonly RuleText[]): Promise<void> {
  for (const { name, version, body } of rules) {
    await owner.query(
      `insert into conduct.rule (name, version, body, text_hash, in_force_ms)
       values ($1, $2, $3, sha256(convert_to($3, 'UTF8')), clock.now_ms()) on conflict (name, version) do nothing`,
      [name, version, body],
    )
    const { rows } = await owner.query<Pick<conduct.RuleRow, 'body'>>(
      'select body from conduct.rule where name = $1 and version = $2',
      [name, version],
    )
    if (rows[0]?.body !== body)
      throw new RuleChangedError(`The rule ${name} was published as version ${version}: give a new text a new version.`)
  }
}

/** All versions of all rules, the newest first. */
export async function readRules(pool: Pool): Promise<Rule[]> {
  const { rows } = await pool.query<
    conduct.RuleRow & Joined<Pick<transparency.LeafOfRecordRow, 'shard' | 'leaf_index'>>
  >(
    `select rule.*, shard, leaf_index from conduct.rule
     left join transparency.leaf_of_record on kind = 'rule' and record_id = rule_id
     order by name, version desc`,
  )
  return rows.map((row) => ({
    name: row.name,
    version: row.version,
    text: row.body,
    textHash: row.text_hash.toString('hex'),
    inForceMs: Number(row.in_force_ms),
    log: row.shard === null || row.leaf_index === null ? null : { shard: row.shard, index: Number(row.leaf_index) },
  }))
}
