/** Money of two decimals whose exact value opens with a tap. Its texts are the folder `exact-money`. */
export { ExactMoney } from './exact-money.tsx'
