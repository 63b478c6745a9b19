/** Converts a nullable bigint column that holds a time or a count. */
export function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}

/** A row whose named columns are not null, for columns of functions and views, which the catalogue calls nullable. */
export type Known<Row, Column extends keyof Row = keyof Row> = {
  readonly [Name in keyof Row]: Name extends Column ? NonNullable<Row[Name]> : Row[Name]
}

/** A row of the optional side of an outer join. */
export type Joined<Row> = { readonly [Name in keyof Row]: Row[Name] | null }

/** A row whose arrays have no null elements, which the catalogue cannot say. */
export type Dense<Row> = {
  readonly [Name in keyof Row]: Row[Name] extends readonly (infer Item)[] | null
    ? NonNullable<Item>[] | Extract<Row[Name], null>
    : Row[Name]
}
