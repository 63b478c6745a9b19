/** The row of a call that returns one. Throws where it returned none. */
export function onlyRow<Row>(rows: readonly Row[], call: string): Row {
  const [row] = rows
  if (row === undefined) throw new Error(`${call} returned no row`)
  return row
}
