import type { TemplateText } from './render.contract.ts';
import { hindiTicketTemplates } from './hindi-ticket-templates.ts';

/** The shipped templates in Hindi, by the same keys and with the same variables: `shippedOf` does not compile without one. */
export const hindiTemplates = {
  'password-reset': {
    subject: 'नया पासवर्ड बनाएँ',
    body: `नमस्ते {{name}},

आपके Roadkeeper खाते के लिए नया पासवर्ड माँगा गया है। अगर आपने माँगा है, तो इस लिंक से बनाएँ। यह {{minutes}} मिनट के भीतर एक बार काम करता है।

{{link}}

अगर आपने नहीं माँगा, तो इस ईमेल को अनदेखा करें। आपका पासवर्ड नहीं बदला है, और लिंक केवल इसी ईमेल से काम करता है।`,
  },
  'password-changed': {
    subject: 'आपका पासवर्ड बदला गया',
    body: `नमस्ते {{name}},

आपके Roadkeeper खाते का पासवर्ड {{time}} को बदला गया। किसने बदला: {{by}}। खाते के बाकी सभी सेशन समाप्त हो गए हैं।

अगर आपको इसकी उम्मीद नहीं थी, तो तुरंत साइन-इन पृष्ठ पर नया पासवर्ड माँगें और अपने व्यवस्थापक से संपर्क करें।`,
  },
  'account-created': {
    subject: 'आपका Roadkeeper खाता',
    body: `नमस्ते {{name}},

{{by}} ने आपके लिए Roadkeeper खाता बनाया है। साइन इन करने के लिए पासवर्ड बनाएँ। लिंक {{hours}} घंटे के भीतर एक बार काम करता है।

{{link}}

अगर आपको खाते की उम्मीद नहीं थी, तो इस ईमेल को अनदेखा करें।`,
  },
  'sign-in-code-changed': {
    subject: 'दो चरण की जाँच: {{change}}',
    body: `नमस्ते {{name}},

आपके Roadkeeper खाते की दो चरण की जाँच {{time}} को बदली गई: {{change}}।

अगर आपको इसकी उम्मीद नहीं थी, तो तुरंत साइन-इन पृष्ठ पर नया पासवर्ड माँगें और अपने व्यवस्थापक से संपर्क करें।`,
  },
  'address-changed': {
    subject: 'आपके Roadkeeper खाते का ईमेल पता बदला गया',
    body: `नमस्ते {{name}},

{{by}} ने {{time}} को आपके Roadkeeper खाते का ईमेल पता बदला। अब से {{address}} से साइन इन करें। पहले भेजे गए लिंक अब काम नहीं करते।

अगर आपको इसकी उम्मीद नहीं थी, तो तुरंत अपने व्यवस्थापक से संपर्क करें।`,
  },
  'impersonation-notice': {
    subject: '{{actor}} ने आपके रूप में Roadkeeper में साइन इन किया',
    body: `नमस्ते {{name}},

Roadkeeper कर्मचारी {{actor}} ने {{time}} को ज़्यादा से ज़्यादा 30 मिनट के लिए आपके रूप में साइन इन किया। कारण: {{reason}}

इस समय के बदलाव इतिहास में दोनों नामों के साथ दर्ज होते हैं। पासवर्ड, भूमिकाएँ और पैसे इस तरह नहीं बदले जा सकते।`,
  },
  'paper-turned-down': {
    subject: '{{subject}} का दस्तावेज़ {{paper}}: {{decision}}',
    body: `नमस्ते {{name}},

{{subject}} का दस्तावेज़ {{paper}}: {{decision}}। कारण: {{reason}}

जितनी जल्दी हो सके इसे फिर अपलोड करें। सत्यापित होने तक यह Roadkeeper में मान्य नहीं है।

{{link}}`,
  },
  'vehicle-stolen': {
    subject: '{{vehicle}} की चोरी की सूचना',
    body: `नमस्ते {{name}},

{{by}} ने {{vehicle}} की चोरी की सूचना दी: {{note}}

यह रोका गया है और हाल बदलने तक हस्तांतरित नहीं हो सकता। अगर पुलिस और बीमा कंपनी को नहीं बताया है तो बताएँ।

{{link}}`,
  },
  'vehicle-transfer': {
    subject: '{{vehicle}}: {{what}}',
    body: `नमस्ते {{name}},

{{vehicle}}: {{what}}। {{note}}

{{link}}`,
  },
  'model-request': {
    subject: '{{model}}: {{what}}',
    body: `नमस्ते {{name}},

{{model}}: {{what}}। {{reply}}

{{link}}`,
  },
  'paper-ends': {
    subject: '{{subject}} का दस्तावेज़ {{paper}}: {{when}}',
    body: `नमस्ते {{name}},

{{subject}} का दस्तावेज़ {{paper}}: {{when}}। {{day}} तक वैध।

नया मिलते ही अपलोड करें। दस्तावेज़ आखिरी दिन के पूरे होने तक वैध रहता है।

{{link}}`,
  },
  'policy-ends': {
    subject: '{{vehicle}}: {{what}}',
    body: `नमस्ते {{name}},

{{vehicle}} की पॉलिसी {{policy}}: {{what}}। आखिरी दिन {{day}} है।

उस दिन से पहले नवीनीकरण करें, ताकि वाहन का कवर और नो-क्लेम बोनस बना रहे।

{{link}}`,
  },
  'policy-over': {
    subject: '{{vehicle}}: {{what}}',
    body: `नमस्ते {{name}},

{{vehicle}} की पॉलिसी {{policy}}: {{what}}। आखिरी दिन {{day}} था।

अभी नवीनीकरण करें: वाहन का यह कवर अब नहीं है। अपने नुकसान के कवर के बिना 90 दिन से ज़्यादा होने पर नो-क्लेम बोनस चला जाता है।

{{link}}`,
  },
  'driver-invitation': {
    subject: '{{organisation}} आपको ड्राइवर के रूप में बुलाता है',
    body: `नमस्ते {{name}},

{{organisation}} आपको अपने लिए गाड़ी चलाने को बुलाता है। स्वीकार या अस्वीकार करने के लिए निमंत्रण खोलें। लिंक {{hours}} घंटे तक मान्य है।

{{link}}

{{note}}

अगर आप उन्हें नहीं जानते, तो इस निमंत्रण को अस्वीकार या अनदेखा करें।`,
  },
  'vehicle-share': {
    subject: '{{organisation}} आपको {{vehicle}} देखने को बुलाता है',
    body: `नमस्ते {{name}},

{{organisation}} आपको Roadkeeper में वाहन {{vehicle}} देखने को बुलाता है। स्वीकार या अस्वीकार करने के लिए साइन इन करें। निमंत्रण की मियाद {{hours}} घंटे में पूरी होगी, और आप वाहन देखना कभी भी बंद कर सकते हैं।

{{link}}

{{note}}

अगर आप उन्हें नहीं जानते, तो अस्वीकार करें या कुछ न करें।`,
  },
  'driver-code': {
    subject: '{{organisation}} के लिए आपका कोड',
    body: `नमस्ते {{name}},

{{organisation}} के निमंत्रण का आपका कोड {{code}} है। यह {{minutes}} मिनट के भीतर एक बार काम करता है।

Roadkeeper या {{organisation}} से कोई आपसे यह कोड नहीं माँगेगा। इसे केवल निमंत्रण के पृष्ठ पर लिखें।`,
  },
  'driver-moved': {
    subject: '{{driver}} अब आपके लिए गाड़ी नहीं चलाते',
    body: `नमस्ते {{name}},

{{driver}} ने {{time}} को पुष्टि की कि वे अब दूसरे संगठन के लिए गाड़ी चलाते हैं। Roadkeeper में वे आपके संगठन से जा चुके हैं, और उन्हें सौंपा गया वाहन खाली है।

उनके काम के आपके रिकॉर्ड बने रहते हैं।`,
  },
  'medical-due': {
    subject: '{{driver}} की मेडिकल फ़िटनेस की मियाद {{day}} को पूरी होगी',
    body: `नमस्ते {{name}},

{{driver}} का मेडिकल प्रमाणपत्र (फ़ॉर्म 1A) {{day}} तक वैध है। उसके बाद वे परिवहन वाहन नहीं चला सकते। पंजीकृत डॉक्टर से जाँच कराएँ और नया प्रमाणपत्र Roadkeeper में अपलोड करें।`,
  },
  test: {
    subject: 'Roadkeeper ईमेल भेज सकता है',
    body: `नमस्ते {{name}},

यह परीक्षण ईमेल {{time}} को माँगा गया। ईमेल पहुँच रहे हैं।`,
  },
  'geofence-alert': {
    subject: '{{vehicle}} {{geofence}} {{event}}',
    body: `{{vehicle}} {{geofence}} {{event}}। समय {{time}}, {{place}} के पास।

{{link}}`,
  },
  'scheduled-report': {
    subject: '{{report}}, {{days}}',
    body: `नमस्ते {{name}},

{{report}}, {{days}}। {{figures}}

{{file}}

{{link}}

यह ईमेल आपको रिपोर्ट की समय-सारणी “{{schedule}}” के कारण मिला है। यह {{time}} को बनी।`,
  },
  'challan-asked': {
    subject: '{{number}}: बताएँ कि {{vehicle}} के साथ क्या हुआ',
    body: `नमस्ते {{name}},

{{vehicle}}, {{when}}: {{offence}}। कोई फ़ैसला होने से पहले आप सबूत देख सकते हैं और {{by}} तक बता सकते हैं कि क्या हुआ।

{{link}}

यह वाहन चलाने वाली कंपनी का संदेश है, किसी प्राधिकरण का नहीं।`,
  },
  'challan-notice': {
    subject: '{{number}}: {{vehicle}} के लिए कंपनी का नोटिस',
    body: `नमस्ते {{name}},

यह {{vehicle}} के लिए कंपनी का नोटिस है: {{offence}}, {{when}}। माँगी गई रकम: {{amount}}।

{{by}} तक चुकाएँ या आपत्ति करें। दोनों में से कुछ न करने पर इसे माना हुआ समझा जाएगा।

{{link}}

यह नोटिस कंपनी के नियमों पर आधारित है। यह ई-चालान नहीं है, और किसी प्राधिकरण का नोटिस नहीं है।`,
  },
  'challan-news': {
    subject: '{{number}}: {{vehicle}}',
    body: `नमस्ते {{name}},

{{vehicle}} का {{number}}: {{what}}

{{link}}

{{whose}}`,
  },
  'incident-escalated': {
    subject: '{{kind}} {{number}}: {{vehicle}}, {{minutes}} से किसी ने नहीं सँभाला',
    body: `नमस्ते {{name}},

{{kind}}: {{vehicle}}। {{minutes}} से किसी ने इसे नहीं सँभाला।

समय: {{when}}
जगह: {{where}}

{{link}}`,
  },
  'incident-contact': {
    subject: 'आपात स्थिति: वाहन {{vehicle}}, ड्राइवर {{driver}}',
    body: `नमस्ते {{name}},

आपात स्थिति है: {{what}}।

वाहन: {{vehicle}}
ड्राइवर: {{driver}}
कब: {{when}}
कहाँ: {{where}}

यह आपको इसलिए लिखा जा रहा है कि {{person}} ने आपको आपातकालीन संपर्क बताया है।

{{note}}

जान को खतरा हो तो 112 पर फ़ोन करें।`,
  },
  'off-duty-driver': {
    subject: 'वाहन {{vehicle}} के लिए ड्यूटी के बाद का नियम {{rule}}: {{what}}',
    body: `नमस्ते {{name}},

{{organisation}} ने नियम रखे हैं कि आपको सौंपा गया वाहन {{vehicle}} कब कहाँ है, यह कब छिपा रहता है। उनमें से एक बदला है:

{{rule}}: {{what}}, {{actor}} द्वारा।

{{effect}}

जो पहले छिपा था, वह छिपा रहेगा। सवाल हों तो {{organisation}} से पूछें।`,
  },
  notice: {
    subject: '{{title}}',
    body: `नमस्ते {{name}},

{{title}}।

{{link}}

आपने इसकी सूचना ईमेल से लेना चुना है। इसे सूचनाएँ, पसंद में बदलें।`,
  },
  'notice-digest': {
    subject: 'Roadkeeper में {{count}}',
    body: `नमस्ते {{name}},

आपने ये नहीं पढ़ी हैं ({{count}}):

{{list}}

{{link}}

आपने यह सार लेना चुना है। इसे सूचनाएँ, पसंद में बदलें।`,
  },
  'api-key-expires': {
    subject: 'API कुंजी “{{key}}” की मियाद जल्द पूरी होगी',
    body: `नमस्ते {{name}},

API कुंजी “{{key}}” की मियाद {{when}} को पूरी होगी। तब इसे इस्तेमाल करने वाले प्रोग्राम काम करना बंद कर देंगे। नई कुंजी बनाएँ, उसे लगाएँ, और पुरानी को रद्द करें।

{{link}}`,
  },
  'webhook-switched-off': {
    subject: 'वेबहुक “{{webhook}}” बंद किया गया',
    body: `नमस्ते {{name}},

{{address}} का वेबहुक “{{webhook}}” बंद किया गया: {{why}}। इसके पिछले संदेश देखें, फिर इसे चालू करें।

{{link}}`,
  },
  ...hindiTicketTemplates,
} as const satisfies Readonly<Record<string, TemplateText>>;
