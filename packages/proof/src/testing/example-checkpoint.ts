/** The example of tlog-checkpoint 1.0.0 and tlog-cosignature 1.0.1. */
export const exampleText = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`
/** The same with the signature of its log, whose key is not known. */
export const someCheckpoint = `${exampleText}
— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`
