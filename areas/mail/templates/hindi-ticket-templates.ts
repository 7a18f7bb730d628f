import type { TemplateText } from './render.contract.ts';
import type { ticketTemplates } from './ticket-templates.ts';

const received = `नमस्ते {{name}},

आपका सवाल “{{subject}}” ({{ticket}}) हमें मिल गया है। उत्तर आपको {{due}} तक मिलेगा।`;
const receivedUndated = `नमस्ते {{name}},

आपका सवाल “{{subject}}” ({{ticket}}) हमें मिल गया है। हम जितनी जल्दी हो सके उत्तर देंगे।`;
const split = `नमस्ते {{name}},

आपने {{from}} में हमसे कई बातें पूछी थीं। उनमें से एक, “{{subject}}”, का उत्तर हम अलग नंबर से देंगे: {{ticket}}। आपको कुछ नहीं करना है; {{from}} भी चलता रहेगा।`;

/** Mails about tickets of the help desk, in Hindi. */
export const hindiTicketTemplates: Readonly<Record<keyof typeof ticketTemplates, TemplateText>> = {
  'ticket-received-by-mail': { subject: '{{ticket}}: आपका सवाल मिल गया', body: received },
  'ticket-received-undated-by-mail': { subject: '{{ticket}}: आपका सवाल मिल गया', body: receivedUndated },
  'ticket-merged-by-mail': {
    subject: '{{ticket}}: {{subject}}',
    body: `नमस्ते {{name}},

आपका टिकट {{ticket}}, “{{subject}}”, उसी बात के बारे में है जिसके बारे में एक और सवाल है, इसलिए हम दोनों का उत्तर साथ देंगे। हमारे उत्तर आपको ईमेल से मिलेंगे। आपको कुछ नहीं करना है।`,
  },
  'ticket-closed-by-mail': {
    subject: '{{ticket}} बंद है: {{subject}}',
    body: `नमस्ते {{name}},

आपका टिकट {{ticket}}, “{{subject}}”, बंद कर दिया गया है। अगर अब भी सहायता चाहिए, तो इस ईमेल का उत्तर दें।`,
  },
  'ticket-answered-by-mail': {
    subject: '{{ticket}}: {{subject}}',
    body: `नमस्ते {{name}},

{{answer}}`,
  },
  'ticket-split-by-mail': { subject: '{{ticket}}: {{subject}}', body: split },
  'ticket-resolved-by-mail': {
    subject: '{{ticket}} हल हुआ: {{subject}}',
    body: `नमस्ते {{name}},

आपका टिकट {{ticket}}, “{{subject}}”, हल हो गया है। अगर नहीं हुआ, तो 7 दिनों के भीतर इस ईमेल का उत्तर दें।`,
  },
  'ticket-resolved-answer-by-mail': {
    subject: '{{ticket}} हल हुआ: {{subject}}',
    body: `नमस्ते {{name}},

{{answer}}

इसके साथ आपका टिकट हल हो गया है। अगर नहीं हुआ, तो 7 दिनों के भीतर इस ईमेल का उत्तर दें।`,
  },
  'ticket-closed-answer-by-mail': {
    subject: '{{ticket}} बंद है: {{subject}}',
    body: `नमस्ते {{name}},

{{answer}}

इसके साथ आपका टिकट बंद कर दिया गया है। अगर अब भी सहायता चाहिए, तो इस ईमेल का उत्तर दें।`,
  },
  'ticket-received': {
    subject: '{{ticket}}: आपका सवाल मिल गया',
    body: `${received}

{{link}}`,
  },
  'ticket-received-undated': {
    subject: '{{ticket}}: आपका सवाल मिल गया',
    body: `${receivedUndated}

{{link}}`,
  },
  'ticket-merged': {
    subject: '{{ticket}} अब {{into}} का हिस्सा है',
    body: `नमस्ते {{name}},

आपका टिकट {{ticket}}, “{{subject}}”, उसी बात के बारे में है जिसके बारे में {{into}} है, इसलिए हम दोनों का उत्तर {{into}} में देंगे। आपने जो लिखा वह भी वहाँ है। आपको कुछ नहीं करना है।

{{link}}`,
  },
  'ticket-closed': {
    subject: '{{ticket}} बंद है: {{subject}}',
    body: `नमस्ते {{name}},

आपका टिकट {{ticket}}, “{{subject}}”, बंद कर दिया गया है। अगर अब भी सहायता चाहिए, तो उसके पृष्ठ पर नया सवाल पूछें, या इस ईमेल का उत्तर दें।

{{link}}`,
  },
  'ticket-answered': {
    subject: '{{ticket}}: {{subject}}',
    body: `नमस्ते {{name}},

{{answer}}

टिकट के पृष्ठ पर उत्तर दें:

{{link}}`,
  },
  'ticket-split': {
    subject: '{{ticket}}: {{subject}}',
    body: `${split}

{{link}}`,
  },
  'ticket-resolved': {
    subject: '{{ticket}} हल हुआ: {{subject}}',
    body: `नमस्ते {{name}},

आपका टिकट {{ticket}}, “{{subject}}”, हल हो गया है। अगर नहीं हुआ, तो 7 दिनों के भीतर उसके पृष्ठ पर लिखें और वह फिर खुल जाएगा। वहाँ आप यह भी बता सकते हैं कि आप कितने संतुष्ट हैं।

{{link}}`,
  },
  'ticket-resolved-answer': {
    subject: '{{ticket}} हल हुआ: {{subject}}',
    body: `नमस्ते {{name}},

{{answer}}

इसके साथ आपका टिकट हल हो गया है। अगर नहीं हुआ, तो 7 दिनों के भीतर उसके पृष्ठ पर लिखें और वह फिर खुल जाएगा। वहाँ आप यह भी बता सकते हैं कि आप कितने संतुष्ट हैं।

{{link}}`,
  },
  'ticket-closed-answer': {
    subject: '{{ticket}} बंद है: {{subject}}',
    body: `नमस्ते {{name}},

{{answer}}

इसके साथ आपका टिकट बंद कर दिया गया है। अगर अब भी सहायता चाहिए, तो उसके पृष्ठ पर नया सवाल पूछें, या इस ईमेल का उत्तर दें।

{{link}}`,
  },
  'ticket-news': {
    subject: '{{ticket}}: {{what}}',
    body: `नमस्ते {{name}},

{{ticket}}, “{{subject}}”: {{what}}

{{link}}`,
  },
};
