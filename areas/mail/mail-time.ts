const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** A time as mails write it: '21 Nov 2026, 11:30', in India. */
export const mailTime = (at: Date): string => day.format(at);
