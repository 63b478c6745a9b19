/** A mobile number with its calling code: `<MobileField value={digits} onValue={…} />`, in the digits of the wire. */
export { MobileField } from './mobile-field.tsx'
