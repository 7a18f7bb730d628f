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

const exactClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});
/** A moment to the second with its day, as the clocks of India show it: '27 Nov 2026, 14:35:00 IST'. */
export const inIst = (at: number | string): string => `${exactClock.format(new Date(at))} IST`;
