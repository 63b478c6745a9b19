import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { IConfiguration, ICruiseOptions, ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser'

/** Fewer modules than this means that the check did not see the code, not that the code is small. */
export const minimumModules = 60

const folders = ['apps', 'packages', 'e2e', 'bench', 'chaos', 'scripts']

/** A broken rule: which, and between which two files. */
export interface DependencyViolation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

/** The result of a dependency check. */
export interface DependencyReport {
  readonly moduleCount: number
  readonly violations: readonly DependencyViolation[]
}

/** Reads the repository's rules. */
export async function readDependencyRules(
  root: string,
): Promise<{ options: ICruiseOptions; rules: IFlattenedRuleSet }> {
  const loaded = (await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href)) as {
    default: IConfiguration
  }
  const { options = {}, forbidden = [] } = loaded.default
  return { options, rules: { forbidden } }
}

/** Follows every import below `root` and compares it with the rules. */
export async function checkDependencies(
  root: string,
  { options, rules }: { options: ICruiseOptions; rules: IFlattenedRuleSet },
): Promise<DependencyReport> {
  const { output } = await cruise(folders, { ...options, baseDir: root, ruleSet: rules, validate: true })
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text')
  return report(output)
}

function report({ summary }: ICruiseResult): DependencyReport {
  return {
    moduleCount: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}
