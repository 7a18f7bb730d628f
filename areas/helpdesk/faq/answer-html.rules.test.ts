import { expect, test } from 'vitest';
import { answerHtml } from './answer-html.rules.ts';

test.each([
  ['one sentence', 'Open the wallet.', '<p>Open the wallet.</p>'],
  ['paragraphs', 'Open the wallet.\n\nChoose Recharge.', '<p>Open the wallet.</p><p>Choose Recharge.</p>'],
  ['lines', 'Roadkeeper\r\nPune', '<p>Roadkeeper<br>Pune</p>'],
  ['steps', 'Do this:\n1. Sign in\n2) Pay', '<p>Do this:</p><ol><li><p>Sign in</p></li><li><p>Pay</p></li></ol>'],
  ['dashes', '- RC\n• PUC\nBoth.', '<ul><li><p>RC</p></li><li><p>PUC</p></li></ul><p>Both.</p>'],
  ['one list after another', '- RC\n1. Pay', '<ul><li><p>RC</p></li></ul><ol><li><p>Pay</p></li></ol>'],
  [
    'markup, which stays words',
    '<b onclick="x">"A" & \'B\'</b>',
    '<p>&lt;b onclick=&quot;x&quot;&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;</p>',
  ],
  ['a year that is no list', '2026 was fine', '<p>2026 was fine</p>'],
  ['nothing', ' \n\n ', ''],
])('%s', (_, text, html) => {
  expect(answerHtml(text)).toBe(html);
});
