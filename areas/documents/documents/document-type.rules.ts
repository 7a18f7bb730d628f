import type { RowCheck } from '#kit/server/catalogue/store.ts';
import { readNumberRule } from './number-rule.rules.ts';

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The pattern of a document type, and reminders only where something ends. */
export const checkDocumentType: RowCheck = (row) => {
  const messages: Record<string, string> = {};
  const rule = row['numberRegex'];
  if (text(rule) && !readNumberRule(rule))
    messages['numberRegex'] = 'This pattern contradicts itself, like [z-a] or {5,2}';
  const reminders = row['reminderDays'];
  if (Array.isArray(reminders) && reminders.length > 0 && row['hasExpiry'] !== true)
    messages['reminderDays'] = 'Only a document with an expiry date can have reminders';
  return messages;
};
