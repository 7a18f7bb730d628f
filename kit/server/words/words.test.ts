import { expect, test } from 'vitest';
import { inLanguage } from './words.ts';

test.each([
  ['Pollution under control certificate is missing', 'प्रदूषण नियंत्रण प्रमाणपत्र नहीं है'],
  ['Insurance policy is awaiting review', 'बीमा पॉलिसी की समीक्षा लंबित है'],
  ['1 unpaid government challan, due by 5 Dec 2026', '1 सरकारी चालान बाकी, 5 दिस॰ 2026 तक चुकाना है'],
  [
    '3 unpaid government challans, the first overdue since 5 Dec 2026',
    '3 सरकारी चालान बाकी, पहले में 5 दिस॰ 2026 से देर हो चुकी',
  ],
  ['9 km E of Pune', 'Pune से पूर्व में 9 किमी'],
  ['12 km NE of Hinjawadi, Pune', 'Hinjawadi, Pune से उत्तर-पूर्व में 12 किमी'],
  ['Client owner', 'ग्राहक मालिक'],
  ['Insufficient funds', 'वॉलेट में इतने पैसे नहीं हैं'],
  ['This policy has no third-party cover', 'इस पॉलिसी में थर्ड पार्टी कवर नहीं है'],
])('“%s” is said whole', (english, hindi) => {
  expect(inLanguage('hi', english)).toBe(hindi);
});

test('what has no Hindi stays English as a whole', () => {
  const text = 'There is no such thing as a bell that rings by itself';
  expect(inLanguage('hi', text)).toBe(text);
});
