import type { Language } from '@candor/api'

/** The texts of the sandbox's assistant: its first reply, and its reply to later messages. */
export const assistantTexts: Readonly<Record<Language, { readonly first: string; readonly again: string }>> = {
  en: {
    first:
      'This is an automatic reply from the sandbox assistant. Nobody is on duty right now. We keep your message, and a person will see it as soon as the support desk opens.',
    again: 'Automatic reply: we have your message. A person will get back to you.',
  },
  pt: {
    first:
      'Esta é uma resposta automática do assistente da demo. Ninguém está atendendo agora. Sua mensagem fica guardada, e uma pessoa vai vê-la assim que o atendimento abrir.',
    again: 'Resposta automática: sua mensagem chegou e aguarda uma pessoa.',
  },
  es: {
    first:
      'Esta es una respuesta automática del asistente de la demo. Ahora no hay nadie de turno. Tu mensaje queda guardado y una persona lo verá en cuanto haya alguien en atención al cliente.',
    again: 'Respuesta automática: tu mensaje llegó. Queda a la espera de que lo lea una persona.',
  },
  de: {
    first:
      'Hier antwortet der Sandbox-Assistent automatisch. Gerade hat niemand Dienst. Ihre Nachricht bleibt erhalten, und ein Mensch sieht sie, sobald der Kundendienst wieder besetzt ist.',
    again: 'Automatische Antwort: Ihre Nachricht ist angekommen. Sie wartet auf einen Menschen.',
  },
  fr: {
    first:
      'Ceci est une réponse automatique de l’assistant de la démo. Personne n’est de service pour le moment. Votre message est conservé, et une personne le verra dès que le service client ouvrira.',
    again: 'Réponse automatique : votre message est arrivé. Il attend qu’une personne le lise.',
  },
  vi: {
    first:
      'Đây là trợ lý bản demo, trả lời tự động. Hiện không có ai trực. Tin nhắn của bạn được giữ lại và sẽ có người đọc ngay khi có nhân viên trực.',
    again: 'Trả lời tự động: tin nhắn của bạn đã đến và đang chờ nhân viên.',
  },
  zh: {
    first: '这里是模拟环境助手，以下为自动回复。目前没有客服在线。您的消息已保存，客服上线后会立即看到。',
    again: '自动回复：您的消息已收到，正在等待人工客服。',
  },
  ko: {
    first:
      '샌드박스 도우미의 자동 응답입니다. 지금은 근무 중인 상담원이 없습니다. 메시지는 보관되며, 상담원이 근무를 시작하면 바로 확인합니다.',
    again: '자동 응답: 메시지가 도착했습니다. 상담원을 기다리고 있습니다.',
  },
  ja: {
    first:
      'サンドボックスのアシスタントによる自動応答です。ただいま担当者は不在です。メッセージは保存され、担当者が対応を始めるとすぐに確認します。',
    again: '自動応答：メッセージを受け取りました。担当者をお待ちください。',
  },
}
