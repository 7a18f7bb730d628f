import { formatDay, formatDistance, formatTime } from '../i18n.ts';

/** A time or a day as people read it, isolated from the direction of the text around it; the exact time is its tooltip. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at}>
    <bdi>{at.length === 10 ? formatDay(at) : formatTime(at)}</bdi>
  </time>
);

/** 'in 6 days', '2 minutes ago', with the exact time as tooltip. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={at.length === 10 ? formatDay(at) : formatTime(at)}>
    <bdi>{formatDistance(at)}</bdi>
  </time>
);
