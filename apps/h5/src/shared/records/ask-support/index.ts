/** The way to customer service from what refuses or ends something. Its text is the folder `ask-support`. */
export { AskSupportButton, AskSupportRow } from './ask-support.tsx'
export { namesSupport } from './names-support.ts'
