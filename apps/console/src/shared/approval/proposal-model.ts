/** The changed fields; all of them when there was no earlier version. */
export function changesIn<Field extends string>(
  fields: readonly Field[],
  current: Readonly<Record<Field, FieldValue>> | null,
  wanted: Readonly<Record<Field, FieldValue>>,
): readonly Field[] {
  return current === null ? fields : fields.filter((field) => !isSameValue(current[field], wanted[field]))
}

type FieldValue = string | number | boolean

/** Whether two values of a field are the same: "1" and "1.00" are the same amount. */
function isSameValue(left: FieldValue, right: FieldValue): boolean {
  return typeof left === 'string' && typeof right === 'string' ? plain(left) === plain(right) : left === right
}

function plain(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

/** Whether a text is an amount in the server's form. */
export function isAmount(text: string): boolean {
  return /^\d{1,12}(\.\d{1,6})?$/.test(text)
}

/** Whether a text is a whole number of at most five digits. */
export function isWholeNumber(text: string): boolean {
  return /^\d{1,5}$/.test(text)
}

const reasonLength = 3

/** Whether a note gives a reason. */
export function hasReason(note: string): boolean {
  return note.trim().length >= reasonLength
}
