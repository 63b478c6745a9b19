import { testSmoke } from './smoke.ts'

testSmoke('crashes')
