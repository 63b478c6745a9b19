import type { Language } from '@candor/contract'

/** What the sandbox's assistant says: first, and to every further message. */
export const assistantTexts: Readonly<Record<Language, { readonly first: string; readonly again: string }>> = {
  en: {
    first:
      'This is the sandbox assistant, an automatic answer. Nobody is on duty right now. Your message is kept, and a person sees it as soon as somebody opens the support desk.',
    again: 'Automatic answer: your message has arrived. It waits for a person.',
  },
  pt: {
    first:
      'Aqui fala o assistente da sandbox, uma resposta automática. Não há ninguém de serviço neste momento. A sua mensagem fica guardada e uma pessoa vê-a assim que alguém abrir o balcão de atendimento.',
    again: 'Resposta automática: a sua mensagem chegou. Aguarda por uma pessoa.',
  },
  es: {
    first:
      'Este es el asistente del entorno de pruebas, una respuesta automática. Ahora mismo no hay nadie de turno. Tu mensaje queda guardado y una persona lo verá en cuanto alguien abra la mesa de atención.',
    again: 'Respuesta automática: tu mensaje ha llegado. Espera a una persona.',
  },
  de: {
    first:
      'Hier antwortet der Sandbox-Assistent automatisch. Gerade hat niemand Dienst. Ihre Nachricht bleibt erhalten, und ein Mensch sieht sie, sobald jemand den Support öffnet.',
    again: 'Automatische Antwort: Ihre Nachricht ist angekommen. Sie wartet auf einen Menschen.',
  },
  fr: {
    first:
      'Ici l’assistant du bac à sable, une réponse automatique. Personne n’est de service pour le moment. Votre message est conservé et une personne le verra dès que quelqu’un ouvrira le service client.',
    again: 'Réponse automatique : votre message est arrivé. Il attend une personne.',
  },
  vi: {
    first:
      'Đây là trợ lý của môi trường thử nghiệm, câu trả lời tự động. Hiện không có ai trực. Tin nhắn của bạn được giữ lại và sẽ có người đọc ngay khi bàn hỗ trợ mở.',
    again: 'Trả lời tự động: tin nhắn của bạn đã đến. Tin đang chờ nhân viên.',
  },
  zh: {
    first: '这里是沙盒助手，以下为自动回复。目前没有客服在线。您的消息已保存，客服上线后会立即看到。',
    again: '自动回复：您的消息已收到，正在等待人工客服。',
  },
  ko: {
    first:
      '샌드박스 도우미의 자동 응답입니다. 지금은 근무 중인 상담원이 없습니다. 메시지는 보관되며, 상담원이 상담 데스크를 열면 바로 확인합니다.',
    again: '자동 응답: 메시지가 도착했습니다. 상담원을 기다리고 있습니다.',
  },
  ja: {
    first:
      'サンドボックスアシスタントの自動応答です。ただいま担当者は不在です。メッセージは保存され、担当者がサポートデスクを開くとすぐに確認します。',
    again: '自動応答：メッセージを受け取りました。担当者をお待ちください。',
  },
}
