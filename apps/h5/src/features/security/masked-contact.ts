/** An e-mail as its owner recognises it and nobody who looks over a shoulder learns it: "l••••@posteo.de". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}••••${email.slice(at)}`
}

/** A mobile number with its last four digits. */
export function maskedMobile(mobile: string): string {
  return `•••• ${mobile.slice(-4)}`
}
