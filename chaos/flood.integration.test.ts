import { testSmoke } from './smoke.ts'

testSmoke('flood')
