import type { Step, StepName, StepState, Verdict } from '@candor/proof/receipt'

/** The rows of a contract's receipt, with the steps that each is made of. They follow one another. */
const contractRows = [
  { name: 'rowFormat', steps: ['format'] },
  { name: 'rowAcceptance', steps: ['acceptance'] },
  { name: 'rowPlaced', steps: ['placed-in-log'] },
  { name: 'rowFrames', steps: ['frames-in-log', 'records', 'averages'] },
  { name: 'rowResult', steps: ['result', 'amounts', 'settled-in-log'] },
  { name: 'rowSigned', steps: ['signatures'] },
  { name: 'rowWitnesses', steps: ['witnesses'] },
] as const satisfies readonly { readonly name: string; readonly steps: readonly StepName[] }[]

/** The name of a row. */
export type RowName = (typeof contractRows)[number]['name'] | 'rowMovement'

/** The names of a contract's rows, as the page lists them before a receipt is there. */
export const contractRowNames = contractRows.map(({ name }) => name)

/** The step whose sentence is the title of a row; null for a row with a title of its own. */
export function titleStep(name: RowName): StepName | null {
  if (name === 'rowFrames') return null
  return name === 'rowMovement' ? 'movement-in-log' : (contractRows.find((row) => row.name === name)?.steps[0] ?? null)
}

/** One line of a verdict. */
export interface StepRow {
  readonly name: RowName
  readonly state: StepState
  readonly steps: readonly Step<StepName>[]
}

/** The steps of a verdict as rows. A row has failed if one of its steps has. */
export function rowsOf({ steps }: Verdict<StepName>): StepRow[] {
  const known: readonly { readonly name: RowName; readonly steps: readonly StepName[] }[] = [
    ...contractRows,
    { name: 'rowMovement', steps: ['movement-in-log'] },
  ]
  const names = new Set(steps.map((step) => rowNameOf(known, step.name)))
  return [...names].map((name) => {
    const own = steps.filter((step) => rowNameOf(known, step.name) === name)
    return { name, state: stateOf(own), steps: own }
  })
}

function rowNameOf(
  rows: readonly { readonly name: RowName; readonly steps: readonly StepName[] }[],
  step: StepName,
): RowName {
  return rows.find(({ steps }) => steps.includes(step))?.name ?? 'rowFormat'
}

function stateOf(steps: readonly Step<StepName>[]): StepState {
  const states = new Set(steps.map(({ state }) => state))
  const worst = (['failed', 'not-judged', 'absent'] as const).find((state) => states.has(state))
  return worst ?? 'passed'
}
