import { isDay } from '#kit/contract/input.ts';
import type { Parameter } from '#kit/contract/list-query.ts';
import type { Param } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';

/** Page and words, as every list of this area takes them. */
export const pageParameters: Readonly<Record<string, Parameter>> = {
  skip: { about: 'Rows to leave out', schema: { type: 'integer', minimum: 0, maximum: 100_000, default: 0 } },
  take: { about: 'Rows to answer', schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } },
  q: { about: 'Words to look for', schema: { type: 'string', maxLength: 100 } },
};

/** Reads query parameters one by one, and refuses with a message per wrong one at the end. */
export function queryReader(query: Record<string, unknown>) {
  const messages: Record<string, string> = {};
  const params: Param[] = [];
  const bind = (param: Param) => `$${params.push(param)}`;
  const value = (name: string): string | undefined => {
    const given = query[name];
    if (given === undefined || given === '') return undefined;
    if (typeof given === 'string' && !given.includes('\0')) return given;
    messages[name] = typeof given === 'string' ? 'Contains characters that cannot be used' : 'Give this parameter once';
    return undefined;
  };
  const number = (name: string, low: number, high: number, otherwise: number) => {
    const given = value(name);
    if (given === undefined) return otherwise;
    const read = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
    if (!(read >= low && read <= high)) messages[name] = `Must be a whole number from ${low} to ${high}`;
    return read;
  };
  return {
    params,
    bind,
    /** Values of a closed set, separated by commas. */
    among(name: string, offered: readonly string[]): string[] | undefined {
      const chosen = value(name)?.split(',');
      if (chosen && !chosen.every((one) => offered.includes(one))) messages[name] = 'Must be among the offered values';
      return chosen;
    },
    /** Conditions that the text of `sql` holds every word. */
    words(sql: string): string[] {
      const words = value('q')?.trim();
      if (words && words.length > 100) messages['q'] = 'At most 100 characters';
      const found = words?.split(/\s+/).slice(0, 6) ?? [];
      return found.map((word) => `${sql} ilike ${bind(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}`);
    },
    /** Conditions that `column` lies within the days from and to, which are those of India. */
    days(column: string): string[] {
      return (['from', 'to'] as const).flatMap((name) => {
        const day = value(name);
        if (day === undefined) return [];
        if (!isDay(day)) {
          messages[name] = 'Must be a date, like 2026-11-21';
          return [];
        }
        const from = `(${bind(day)}::date${name === 'to' ? ' + 1' : ''})::timestamp at time zone 'Asia/Kolkata'`;
        return [`${column} ${name === 'to' ? '<' : '>='} ${from}`];
      });
    },
    /** The page; call it last, because it refuses what was found wrong. */
    page(): { skip: number; take: number } {
      const page = { skip: number('skip', 0, 100_000, 0), take: number('take', 1, 100, 25) };
      if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
      return page;
    },
  };
}
