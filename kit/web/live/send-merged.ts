import { ApiError } from '../api.ts';
import { formatTime, t } from '../i18n.ts';
import { toast } from '../toast.tsx';
import { type AuthorOf, latestOf } from './authors.ts';
import { mergeBody } from './merge-body.ts';

/** Some fields were changed by both sides, each to something else: whoever saves again means it. */
export class Clash<Row> extends ApiError {
  readonly current: Row;
  constructor(refusal: ApiError, fields: Record<string, string>, current: Row) {
    super(refusal.status, { ...refusal.body, message: t('merge.clash'), fields });
    this.current = current;
  }
}

/** A change of a record of which others may have saved a newer version. */
export interface VersionedChange<Row extends { version: number }, Body extends object, Sent> {
  /** The version that the form shows. */
  base: Row;
  /** The fields as they are to be. */
  body: Body;
  /** The same fields as a version has them. */
  bodyOf: (row: NoInfer<Row>) => NoInfer<Body>;
  /** The version that is stored now. */
  read: () => Promise<NoInfer<Row>>;
  send: (body: NoInfer<Body>, ifMatch: string) => Promise<Sent>;
  /** Who changed a field to what is stored now. */
  authors: () => Promise<AuthorOf>;
  /** The fields as people know them. */
  labels: Readonly<Record<keyof NoInfer<Body>, string>>;
}

/** What is said at a field that both sides changed. */
async function clashTexts(names: readonly string[], theirs: object, authors: () => Promise<AuthorOf>) {
  const author = await authors();
  const textOf = (name: string) => {
    const value = String((theirs as Record<string, unknown>)[name] ?? '–');
    const by = author(name);
    return by
      ? t('merge.changedBy', { name: by.name, value, when: formatTime(by.at) })
      : t('merge.changedTo', { value });
  };
  return Object.fromEntries(names.map((name) => [name, textOf(name)]));
}

/**
 * Sends a change. Where somebody saved meanwhile, what only one side changed is taken from that side, it is sent again, and
 * what was taken is said.
 * @throws Clash where both changed the same field, with a message at each; ApiError for any other refusal.
 */
export async function sendMerged<Row extends { version: number }, Body extends object, Sent>(
  change: VersionedChange<Row, Body, Sent>,
): Promise<Sent> {
  const { bodyOf, send, authors, labels } = change;
  let { base, body } = change;
  const taken = new Set<keyof Body & string>();
  // Each time a newer version was there; somebody who saves without a pause is no reason to go on for ever.
  for (let left = 3; ; left -= 1) {
    try {
      const answer = await send(body, `"v${base.version}"`);
      if (taken.size > 0) {
        const name = latestOf(await authors(), [...taken])?.name ?? t('conflict.someone');
        toast.warn(t('conflict.kept', { name, fields: [...taken].map((one) => labels[one]).join(', ') }));
      }
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || left === 0) throw error;
      const current = await change.read();
      const merged = mergeBody(bodyOf(base), bodyOf(current), body);
      if (merged.clashes.length > 0)
        throw new Clash(error, await clashTexts(merged.clashes, bodyOf(current), authors), current);
      for (const name of merged.taken) taken.add(name);
      [base, body] = [current, merged.body];
    }
  }
}
