/** Days of the week, as fields of schedules offer them. */
export const weekDayChoices = [
  { value: 'MON', label: 'Monday' },
  { value: 'TUE', label: 'Tuesday' },
  { value: 'WED', label: 'Wednesday' },
  { value: 'THU', label: 'Thursday' },
  { value: 'FRI', label: 'Friday' },
  { value: 'SAT', label: 'Saturday' },
  { value: 'SUN', label: 'Sunday' },
] as const;

/** In the order of the week, as schedules count days. */
export const weekDays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** A text field with a time of day. */
export const clockField = {
  pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  patternHint: 'Use a time like 22:00',
  max: 5,
  code: true,
} as const;
