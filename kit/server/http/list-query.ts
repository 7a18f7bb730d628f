import { plainDigits } from '#kit/contract/normal-form.ts';
import { isDay, isId } from '#kit/contract/ids-and-days.ts';
import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { type PageLimits, pageOf, pageParameters, wholeNumber } from '#kit/contract/page.ts';
import { containing } from '#kit/server/db/containing.ts';
import type { Param } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';

const usualLimits: PageLimits = { maxSkip: 100_000, maxTake: 100, take: 25 };

/** Page and words, as lists take them that are no catalogue's. */
export const listPage = {
  ...pageParameters(usualLimits),
  q: { about: 'Words to look for', schema: { type: 'string', maxLength: listLimits.maxQuery } },
} satisfies Record<string, Parameter>;

/** Reads query parameters one by one; what is wrong is refused together at the end, by `page` or `done`. */
export function queryReader(query: Readonly<Record<string, unknown>>) {
  const messages: Record<string, string> = {};
  const params: Param[] = [];
  const bind = (param: Param) => `$${params.push(param)}`;
  const wrong = (name: string, message: string): undefined => {
    messages[name] ??= message;
  };
  const text = (name: string): string | undefined => {
    const given = query[name];
    if (given === undefined || given === '') return undefined;
    if (typeof given !== 'string') return wrong(name, 'Enter this parameter once');
    return given.includes('\0') ? wrong(name, 'Contains characters that cannot be used') : given;
  };
  const searched = (): string[] => {
    const given = text('q')?.trim() ?? '';
    if (given.length > listLimits.maxQuery) wrong('q', `At most ${listLimits.maxQuery} characters`);
    return given === '' ? [] : plainDigits(given).split(/\s+/).slice(0, 6);
  };
  const done = (): void => {
    if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  };
  return {
    params,
    bind,
    text,
    wrong,
    done,
    /** The words of `q`. */
    searched,
    /** Conditions that the text of `sql` holds every word of `q`. */
    words: (sql: string): string[] => searched().map((word) => `${sql} ilike ${bind(containing(word))}`),
    /** Values of a closed set, separated by commas. */
    among<V extends string>(name: string, offered: readonly V[]): V[] | undefined {
      const chosen = text(name)?.split(',');
      const isOffered = (one: string): one is V => (offered as readonly string[]).includes(one);
      return chosen === undefined || chosen.every(isOffered) ? chosen : wrong(name, 'Must be among the offered values');
    },
    /** One value of a closed set. */
    oneOf<V extends string>(name: string, offered: readonly V[]): V | undefined {
      const given = text(name);
      const found = offered.find((one) => one === given);
      return given === undefined || found !== undefined ? found : wrong(name, 'Must be one of the offered values');
    },
    /** Ids, separated by commas. */
    ids(name: string): string[] | undefined {
      const given = text(name)?.toLowerCase().split(',');
      if (given && given.length > listLimits.maxValues) return wrong(name, `At most ${listLimits.maxValues} values`);
      return given?.every(isId) === false ? wrong(name, 'Must be the id of a record') : given;
    },
    number(name: string): number | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const read = given.trim() === '' ? Number.NaN : Number(given);
      return read >= 0 && read <= 1e12 ? read : wrong(name, 'Must be a number, 0 or more');
    },
    whole(name: string, low: number, high: number): number | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      return wholeNumber(given, low, high) ?? wrong(name, `Must be a whole number from ${low} to ${high}`);
    },
    /** An instant as ISO text; of a day, which is one of India, its begin, or with `end` that of the next. */
    instant(name: string, end = false): { at: string; isDay: boolean } | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const known = isDay(given.slice(0, 10)) && /^(19|20|21)\d\d-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(given);
      const isWhole = given.length === 10;
      const at = known ? Date.parse(isWhole ? `${given}T00:00:00+05:30` : given) : Number.NaN;
      if (Number.isNaN(at)) return wrong(name, 'Must be a date, like 2026-11-21, or an ISO time');
      return { at: new Date(at + (isWhole && end ? 86_400_000 : 0)).toISOString(), isDay: isWhole };
    },
    /** Conditions that `column` lies within the days from and to, which are those of India. */
    days(column: string): string[] {
      return (['from', 'to'] as const).flatMap((name) => {
        const day = text(name);
        if (day === undefined) return [];
        if (!isDay(day)) {
          wrong(name, 'Must be a date, like 2026-11-21');
          return [];
        }
        const from = `(${bind(day)}::date${name === 'to' ? ' + 1' : ''})::timestamp at time zone 'Asia/Kolkata'`;
        return [`${column} ${name === 'to' ? '<' : '>='} ${from}`];
      });
    },
    /** The page; call it last, because it refuses what was found wrong. */
    page(limits: Partial<PageLimits> = {}) {
      const page = pageOf(text, wrong, { ...usualLimits, ...limits });
      done();
      return page;
    },
  };
}
