/** A German bank card as its owner sees it. */
export const sampleCard = {
  kind: 'bank-card',
  bankName: 'Musterbank',
  country: 'DE',
  holder: 'Lena Musterfrau',
  isIban: true,
  numberEnd: '3000',
  bankCode: null,
  bankAddress: null,
} as const
