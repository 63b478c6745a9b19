import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../platform/transaction.ts'
import { publishRules } from './rule-store.ts'
import type { RuleText } from './rule-store.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'seed', 'rules')

/** Publishes the rules of `seed/rules`, each version once, as the owner. */
export function seedRules(owner: Database): Promise<void> {
  return publishRules(owner, readRuleFiles())
}

/** The texts of all versions: `correction.1.txt` is version 1 of the rule `correction`. */
export function readRuleFiles(from = folder): RuleText[] {
  return readdirSync(from)
    .toSorted()
    .map((file) => {
      const [, name, version] = /^([a-z-]+)\.(\d+)\.txt$/.exec(file) ?? []
      if (name === undefined || version === undefined) throw new Error(`${file} is no text of a rule`)
      return { name, version: Number(version), body: readFileSync(join(from, file), 'utf8').trim() }
    })
}
