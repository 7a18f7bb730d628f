import { weekDayChoices } from '#kit/contract/formats/schedule.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { dayInWords } from '#kit/contract/days.ts';
import { formatNumber, type useT } from '#kit/web/i18n.ts';
import { roadSpeedRule } from './speed-rule.contract.ts';

type T = ReturnType<typeof useT>;

/** What people are told of a rule. */
interface Said {
  fromM: number | null;
  toM: number | null;
  direction: string | null;
  speedClass: string | null;
  days: readonly string[] | null;
  fromTime: string | null;
  toTime: string | null;
  seasonFrom: string | null;
  seasonTo: string | null;
}

/** '5,000 to 9,000 m', or the whole road. */
export const stretchText = (t: T, fromM: number | null, toM: number | null): string =>
  fromM === null || toM === null
    ? t('roads.wholeRoad')
    : t('roads.stretch', { from: formatNumber(Math.round(fromM)), to: formatNumber(Math.round(toM)) });

export const classText = (t: T, speedClass: string | null): string =>
  speedClasses.find(({ value }) => value === speedClass)?.label ?? t('roads.everyClass');

export const reasonText = (code: string): string =>
  roadSpeedRule.fields.reasonCode.choices.find(({ value }) => value === code)?.label ?? code;

/** '1 Dec 2026 to 5 Jan 2027', or from a day on. */
export const daysInForceText = (t: T, from: string, to: string | null): string =>
  to === null
    ? t('roads.fromDay', { from: dayInWords(from) })
    : t('roads.fromTo', { from: dayInWords(from), to: dayInWords(to) });

const everyWeek = 7;
const namesOf = (days: readonly string[]) =>
  weekDayChoices
    .filter(({ value }) => days.includes(value))
    .map(({ label }) => label.slice(0, 3))
    .join(', ');

/** Where, for whom and when a rule holds, in one line. */
export function ruleText(t: T, rule: Said): string {
  const days = rule.days ?? [];
  return [
    stretchText(t, rule.fromM, rule.toM),
    classText(t, rule.speedClass),
    rule.direction === 'FORWARD' ? t('roads.along') : rule.direction === 'BACKWARD' ? t('roads.against') : '',
    days.length > 0 && days.length < everyWeek ? namesOf(days) : '',
    rule.fromTime !== null && rule.toTime !== null ? t('roads.hours', { from: rule.fromTime, to: rule.toTime }) : '',
    rule.seasonFrom !== null && rule.seasonTo !== null
      ? t('roads.season', { from: seasonDay(rule.seasonFrom), to: seasonDay(rule.seasonTo) })
      : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

const seasonDay = (day: string) => dayInWords(`2024-${day}`).replace(' 2024', '');
