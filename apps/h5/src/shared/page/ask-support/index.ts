/** The link to customer service below refusals and endings. Its texts are the folder `ask-support`. */
export { AskSupportButton, AskSupportRow } from './ask-support.tsx'
export { namesSupport } from './names-support.ts'
