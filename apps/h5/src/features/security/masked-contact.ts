/** An e-mail masked so that its owner recognises it and onlookers do not learn it: "l••••@posteo.de". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}••••${email.slice(at)}`
}

/** A mobile number with its last four digits. */
export function maskedMobile(mobile: string): string {
  return `•••• ${mobile.slice(-4)}`
}
