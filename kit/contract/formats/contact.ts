import { accepted, type Checked } from './format.ts';

/** The form of an e-mail address. What stands between two marks holds neither, so that a long text is gone over once. */
export const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
export const emailHint = 'Use an address like asha@example.in';

/** An Indian mobile number, kept as ten digits: without +91, 91 or 0 in front. */
export function checkMobile(text: string): Checked {
  const bare = text.replace(/[\s\p{Pd}().]+/gu, '');
  const digits = /^(?:\+91|91|0)?([6-9]\d{9})$/.exec(bare)?.[1];
  return digits
    ? accepted(digits, { e164: `+91${digits}` })
    : { problem: 'Use the ten digits of an Indian mobile number, like 9822012345' };
}

/** First two digits that no postal circle has. */
const noCircle = new Set(['10', '29', '35', '54', '55', '65', '66', '86', '87', '88', '89']);

/** A PIN code, 411001 when kept. */
export function checkPin(text: string): Checked {
  const value = text.replace(/[\s\p{Pd}]+/gu, '');
  if (!/^[1-9]\d{5}$/.test(value))
    return { problem: 'A PIN code has six digits and does not start with 0, like 411001' };
  const circle = value.slice(0, 2);
  return noCircle.has(circle) ? { problem: `No PIN code begins with ${circle}` } : accepted(value, { circle });
}
