import type { RowChecks } from '#kit/server/catalogue/store.ts';

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Rules between the fields of a record that its definition cannot say; a message at each field that breaks one. */
export const checks: RowChecks = {
  'speed-configuration': (row) => {
    const messages: Record<string, string> = {};
    const { scope, state, categoryId } = row;
    if (scope === 'STATE' && !text(state)) messages['state'] = 'State is required: this holds for one state';
    if (scope !== 'STATE' && text(state)) messages['state'] = 'Only a configuration for one state names it';
    if (scope === 'VEHICLE_CATEGORY' && !text(categoryId))
      messages['categoryId'] = 'Vehicle category is required: this holds for one category';
    if (scope !== 'VEHICLE_CATEGORY' && text(categoryId))
      messages['categoryId'] = 'Only a configuration for one category names it';
    if (row['majorFromKmh'] === row['minorFromKmh']) messages['majorFromKmh'] = 'Major must begin above minor';
    if (row['criticalFromKmh'] === row['majorFromKmh']) messages['criticalFromKmh'] = 'Critical must begin above major';
    return messages;
  },
  'kyc-doc': (row) => {
    const messages: Record<string, string> = {};
    const rule = row['numberRegex'];
    if (text(rule)) {
      try {
        RegExp(rule);
      } catch {
        messages['numberRegex'] = 'This pattern contradicts itself, like [z-a] or {5,2}';
      }
    }
    const reminders = row['reminderDays'];
    if (Array.isArray(reminders) && reminders.length > 0 && row['hasExpiry'] !== true)
      messages['reminderDays'] = 'Only a document that has an end can be reminded of';
    return messages;
  },
  'app-user': (row) => {
    if (text(row['email']) || text(row['mobile'])) return {};
    return { mobile: 'Give a mobile number or an email: one of them is needed to sign in' };
  },
  sos: (row) => {
    const messages: Record<string, string> = {};
    if (text(row['district']) && !text(row['state'])) messages['state'] = 'State is required: a district lies in one';
    const number = row['number'];
    if (text(number) && number.replaceAll(/\D/g, '').length <= 5 && /\D/.test(number))
      messages['number'] = 'Short numbers are written without spaces and hyphens, like 112';
    return messages;
  },
  'vehicle-specification': (row) => {
    const messages: Record<string, string> = {};
    if (row['fuelType'] !== 'ELECTRIC') return messages;
    for (const [name, label] of [
      ['engineCc', 'engine'],
      ['tankL', 'tank'],
      ['emissionNorm', 'emission norm'],
    ] as const)
      if (row[name] !== null && row[name] !== undefined) messages[name] = `An electric vehicle has no ${label}`;
    return messages;
  },
};
