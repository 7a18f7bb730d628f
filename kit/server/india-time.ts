const clock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** A moment in words, as the clocks of India show it. */
export const inIndia = (at: string): string => clock.format(new Date(at));
