import { describe, expect, test } from 'vitest';
import { splitQuoted } from './quoted-text.rules.ts';

/** A mail, what is new in it, and how what is folded begins; '' where nothing is. */
const cases: Record<string, [mail: string, text: string, quoted: string]> = {
  'Gmail in English': [
    'It is still wrong.\n\nOn Fri, 21 Nov 2026 at 11:30, Help desk <help@example.in> wrote:\n\n> Please look again.\n',
    'It is still wrong.',
    'On Fri, 21 Nov',
  ],
  'Gmail, the sentence broken into two lines': [
    'Thank you.\n\nOn Fri, 21 Nov 2026 at 11:30, Help desk of Roadkeeper in Pune\n<help@example.in> wrote:\n> Please look again.',
    'Thank you.',
    'On Fri',
  ],
  'Gmail in Hindi': [
    'अब भी गलत है।\n\nशुक्र, 21 नव॰ 2026 को 11:30 am बजे Help desk <help@example.in> ने लिखा:\n\n> फिर से देखें।',
    'अब भी गलत है।',
    'शुक्र, 21',
  ],
  'Gmail in Hindi with digits of its own': [
    'ठीक है\n\nशुक्र, २१ नव॰ २०२६ को Help desk ने लिखा:\n> फिर से देखें।',
    'ठीक है',
    'शुक्र, २१',
  ],
  'Gmail in Marathi': [
    'धन्यवाद\n\nशुक्र, २१ नोव्हें, २०२६ रोजी Help desk <help@example.in> यांनी लिहिले:\n> पहा',
    'धन्यवाद',
    'शुक्र, २१ नोव्हें',
  ],
  Outlook: [
    'See the paper.\n\nAsha\n\n________________________________\nFrom: Help desk <help@example.in>\nSent: 21 November 2026 11:30\nTo: Asha\nSubject: HD-2611-00042\n\nPlease send the paper.',
    'See the paper.\n\nAsha',
    '________',
  ],
  'Outlook without a line, with stars': [
    'See the paper.\n\n*From:* Help desk <help@example.in>\n*Sent:* 21 November 2026\n*To:* Asha\n*Subject:* Paper\n\nPlease send it.',
    'See the paper.',
    '*From:*',
  ],
  'Outlook in Hindi': [
    'कागज़ देखें।\n\nप्रेषक: Help desk <help@example.in>\nभेजा गया: 21 नवंबर 2026\nप्रति: Asha\nविषय: HD-2611-00042\n\nकागज़ भेजें।',
    'कागज़ देखें।',
    'प्रेषक:',
  ],
  'Outlook, original message': [
    'Done.\n\n-----Original Message-----\nFrom: Help desk\nSent: today\n\nDo it.',
    'Done.',
    '-----Original',
  ],
  'the original message in Hindi': ['हो गया\n\n-------- मूल संदेश --------\nकरें', 'हो गया', '--------'],
  Apple: [
    'Yes, please.\n\nSent from my iPhone\n\n> On 21 Nov 2026, at 11:30 AM, Help desk <help@example.in> wrote:\n> \n> Shall we?',
    'Yes, please.',
    'Sent from my iPhone',
  ],
  'only signs before each line': ['Agreed.\n\n> Shall we?\n> Tomorrow?', 'Agreed.', '> Shall we?'],
  'an answer below what it answers': [
    'On 21 Nov 2026, Help desk wrote:\n> Shall we?\n\nYes, tomorrow.',
    'Yes, tomorrow.',
    'On 21 Nov',
  ],
  'answers between the lines': [
    'On 21 Nov 2026, Help desk wrote:\n> Shall we?\nYes.\n> When?\nTomorrow.',
    'On 21 Nov 2026, Help desk wrote:\n> Shall we?\nYes.\n> When?\nTomorrow.',
    '',
  ],
  'a signature': ['It does not start.\n\n-- \nAsha Kulkarni\nPune', 'It does not start.', '--\nAsha'],
  'a signature of Outlook': ['It does not start.\n\nGet Outlook for Android', 'It does not start.', 'Get Outlook'],
  'a telephone in Hindi': ['चालू नहीं होता।\n\nमेरे iPhone से भेजा गया', 'चालू नहीं होता।', 'मेरे iPhone'],
  'nothing new': ['> Shall we?\n> Tomorrow?', '> Shall we?\n> Tomorrow?', ''],
  'only an introduction and a quote': [
    'On 21 Nov 2026, Help desk wrote:\n> Shall we?',
    'On 21 Nov 2026, Help desk wrote:\n> Shall we?',
    '',
  ],
  'what is passed on': [
    'Please see below.\n\n---------- Forwarded message ---------\nFrom: RTO <rto@example.in>\nDate: 20 Nov 2026\nSubject: Notice\nTo: Asha\n\nPay at once.',
    'Please see below.\n\n---------- Forwarded message ---------\nFrom: RTO <rto@example.in>\nDate: 20 Nov 2026\nSubject: Notice\nTo: Asha\n\nPay at once.',
    '',
  ],
  'sentences that only look like it': [
    'On Monday the driver wrote: nothing works.\nFrom: Pune to Mumbai it was fine.\n5 > 3 and so on.',
    'On Monday the driver wrote: nothing works.\nFrom: Pune to Mumbai it was fine.\n5 > 3 and so on.',
    '',
  ],
  'ends of lines, hard spaces and signs that nobody sees': [
    'One\r\n\r\n\r\n\r\nTwo\u00a0three\u200b\u202e',
    'One\n\nTwo three',
    '',
  ],
};

describe('what is new is told from what is quoted', () => {
  test.each(Object.entries(cases))('%s', (_, [mail, text, quoted]) => {
    const split = splitQuoted(mail);
    expect(split.text).toBe(text);
    if (quoted === '') expect(split.quoted).toBe('');
    else expect(split.quoted.startsWith(quoted), split.quoted).toBe(true);
  });
});

test('long lines and long mails take no time to speak of', () => {
  for (const mail of [
    'On '.repeat(100_000),
    '> '.repeat(200_000),
    `On 1 ${'a '.repeat(100_000)}`,
    '-'.repeat(300_000),
    'From: a\n'.repeat(50_000),
  ]) {
    const began = performance.now();
    splitQuoted(mail);
    expect(performance.now() - began).toBeLessThan(1_500);
  }
});
