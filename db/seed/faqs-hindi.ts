import type { FaqSeed } from './faqs.ts';

const everybody: FaqSeed['audience'] = ['APP', 'CLIENT'];
const papers = 'Vehicles and documents';
const speed = 'Speed and challans';
const tracking = 'Devices and trips';

/** The help texts of faqs.ts in Hindi, in the same order. */
export const hindiFaqs: readonly FaqSeed[] = [
  {
    category: papers,
    audience: everybody,
    question: 'मेरे वाहन के लिए कौन-से दस्तावेज़ चाहिए?',
    answer:
      '<p>हर वाहन के लिए पंजीकरण प्रमाणपत्र, बीमा पॉलिसी, प्रदूषण प्रमाणपत्र और भरा हुआ रोड टैक्स चाहिए।</p><p>परिवहन वाहन के लिए <strong>फ़िटनेस प्रमाणपत्र</strong> और <strong>परमिट</strong> भी चाहिए।</p>',
  },
  {
    category: papers,
    audience: everybody,
    question: 'दस्तावेज़ की मियाद पूरी होने की याद कब दिलाई जाती है?',
    answer:
      '<p>ईमेल से 30, 15, 7 और 1 दिन पहले, और उसी दिन। <em>नवीनीकरण और अंतिम तारीखें</em> में वह सब है जिसकी मियाद आने वाले महीनों में पूरी होती है।</p>',
  },
  {
    category: papers,
    audience: everybody,
    question: 'मेरा दस्तावेज़ नामंज़ूर क्यों हुआ?',
    answer:
      '<p>कारण दस्तावेज़ के साथ लिखा है। आम कारण:</p><ul><li>तस्वीर धुंधली या कटी हुई है</li><li>नंबर या नाम रिकॉर्ड से अलग है</li><li>मियाद पूरी हो चुकी है</li></ul><p>नई तस्वीर अपलोड करें। जो दस्तावेज़ आज वैध है, वह तब तक वैध रहता है।</p>',
  },
  {
    category: papers,
    audience: everybody,
    question: 'मैं ड्राइवर कैसे जोड़ूँ?',
    answer:
      '<p>निमंत्रण पृष्ठ पर <em>ड्राइवर को बुलाएँ</em> चुनें और मोबाइल नंबर लिखें। ड्राइवर कोड से नंबर की पुष्टि करता है और बाकी खुद भरता है। निमंत्रण न भेजा जा सके तो उसका लिंक कॉपी करके खुद भेजें।</p>',
  },
  {
    category: speed,
    audience: everybody,
    question: 'तेज़ रफ़्तार का चालान कब कटता है?',
    answer:
      '<p>जब आपका वाहन गति सीमा से छूट से भी ज़्यादा, काफ़ी देर तक चलता है और उसकी जगहें इतनी सही हैं कि यह साबित हो सके। चालान जारी होने से पहले हर मामले की समीक्षा होती है।</p>',
  },
  {
    category: speed,
    audience: everybody,
    question: 'छूट कितनी है?',
    answer:
      '<p>अधिसूचना S.O. 1522(E) सीमा से <strong>5 प्रतिशत</strong> ऊपर तक की छूट देती है। सीमा 80 किमी/घंटा हो तो 84 किमी/घंटा तक कुछ दर्ज नहीं होता।</p>',
  },
  {
    category: speed,
    audience: everybody,
    question: 'चालान पर आपत्ति कैसे करूँ?',
    answer:
      '<ol><li>चालान खोलें और <strong>आपत्ति करें</strong> चुनें।</li><li>बताएँ कि क्या गलत है और सबूत जोड़ें।</li><li>फ़ैसला और उसका कारण उसी पृष्ठ पर दिखता है।</li></ol>',
  },
  {
    category: speed,
    audience: everybody,
    question: 'कोई और गाड़ी चला रहा था तो कौन भरेगा?',
    answer: '<p>चालान में उस ड्राइवर का नाम है जो उस समय तय था। वह गलत हो तो आपत्ति करें और असली ड्राइवर का नाम बताएँ।</p>',
  },
  {
    category: tracking,
    audience: everybody,
    question: 'मेरा वाहन गलत जगह क्यों दिखता है?',
    answer:
      '<p>पुलों के नीचे, ऊँची इमारतों के बीच और तहखानों में GPS सही नहीं रहता। नक्शा बताता है कि जगह कितनी पुरानी और कितनी सही है।</p>',
  },
  {
    category: tracking,
    audience: everybody,
    question: 'मेरा डिवाइस एक दिन से ऑफ़लाइन है। क्या करूँ?',
    answer: '<p>देखें कि उसे बिजली मिल रही है और उसका SIM चालू है। दोनों ठीक हों तो सहायता से संपर्क करें और <em>डिवाइस</em> चुनें।</p>',
  },
  {
    category: tracking,
    audience: everybody,
    question: 'ट्रिप कब शुरू और कब खत्म होती है?',
    answer:
      '<p>वाहन के चलते ही ट्रिप शुरू होती है। वाहन कुछ मिनट रुका रहे, या उसका डिवाइस कुछ मिनट ऑफ़लाइन रहे, तो वह खत्म होती है।</p>',
  },
  {
    category: 'Insurance',
    audience: everybody,
    question: 'बीमा पॉलिसी का नवीनीकरण कब करना है?',
    answer: '<p>मियाद पूरी होने से पहले: अगले दिन से वाहन चलाया नहीं जा सकता। 90 दिन बाद नो-क्लेम बोनस चला जाता है।</p>',
  },
  {
    category: 'Insurance',
    audience: everybody,
    question: 'IDV क्या है?',
    answer:
      '<p>बीमित घोषित मूल्य: चोरी या नष्ट हुए वाहन के लिए बीमा कंपनी ज़्यादा से ज़्यादा इतना देती है। वाहन की उम्र के साथ यह घटता है।</p>',
  },
  {
    category: 'Account',
    audience: everybody,
    question: 'मैं अपना पासवर्ड भूल गया।',
    answer: '<p>साइन-इन पृष्ठ पर <em>पासवर्ड भूल गए?</em> चुनें, या अपने व्यवस्थापक से नया माँगें।</p>',
  },
  {
    category: 'Account',
    audience: everybody,
    question: 'मेरे वाहन कौन देख सकता है?',
    answer:
      '<p>आपकी अपनी टीम, वे लोग जिनके साथ आप वाहन साझा करते हैं, और प्लेटफ़ॉर्म के कर्मचारी। कर्मचारी आपकी जगह साइन इन करें तो यह उनके नाम के साथ दर्ज होता है।</p>',
  },
];
