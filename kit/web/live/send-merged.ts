import { ApiError } from '../api.ts';
import { t } from '../i18n.ts';
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
}

/**
 * Sends a change. Where somebody saved meanwhile, what only one side changed is taken from that side, and it is sent again.
 * @throws Clash where both changed the same field, with a message at each; ApiError for any other refusal.
 */
export async function sendMerged<Row extends { version: number }, Body extends object, Sent>(
  change: VersionedChange<Row, Body, Sent>,
): Promise<Sent> {
  const { bodyOf, send } = change;
  let { base, body } = change;
  // Each time a newer version was there; somebody who saves without a pause is no reason to go on for ever.
  for (let left = 3; ; left -= 1) {
    try {
      return await send(body, `"v${base.version}"`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || left === 0) throw error;
      const current = await change.read();
      const merged = mergeBody(bodyOf(base), bodyOf(current), body);
      if (merged.clashes.length > 0) {
        const theirs = bodyOf(current);
        const at = (name: keyof Body & string) => t('merge.changedTo', { value: String(theirs[name] ?? '–') });
        throw new Clash(error, Object.fromEntries(merged.clashes.map((name) => [name, at(name)])), current);
      }
      [base, body] = [current, merged.body];
    }
  }
}
