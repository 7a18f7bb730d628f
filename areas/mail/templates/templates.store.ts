import { uuidv7 } from 'uuidv7';
import { type Language, languageNames, languages } from '#kit/contract/words/languages.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { difference, recordChange, type Writer } from '#kit/server/history.ts';
import type { MailTemplate } from '../mail.contract.ts';
import { type TemplateText, templateProblems } from './render.contract.ts';
import { isTemplateKey, shippedOf, type TemplateKey, templateKeys } from './shipped-templates.ts';

interface TemplateRow extends TemplateText {
  id: string;
  key: string;
  language: Language;
  edited: boolean;
  version: number;
  updatedAt: string;
}
const columns = `id, key, language, subject, body, edited, version, updated_at as "updatedAt"`;
export const templateModule = 'mail-template';

/** What the history calls a template. */
const titleOf = (key: TemplateKey, language: Language): string =>
  language === 'en' ? shippedOf(key).name : `${shippedOf(key).name} (${languageNames[language]})`;

/**
 * Brings the table in line with the code: adds templates it does not have, and renews the text of those that staff left as
 * they were shipped.
 */
export async function addMissingTemplates(db: Queryable, now: Date): Promise<void> {
  const writer: Writer = {
    actorId: null,
    actorName: 'Roadkeeper',
    orgId: null,
    source: 'seed',
    ip: null,
    requestId: null,
    now,
    touched: [],
  };
  for (const [key, language] of templateKeys.flatMap((key) => languages.map((language) => [key, language] as const))) {
    const { subject, body } = shippedOf(key, language);
    const name = titleOf(key, language);
    const id = uuidv7();
    const about = { module: templateModule, recordTitle: name, orgId: null };
    const [made] = await db.query(
      `insert into mail_template (id, key, language, subject, body, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)
       on conflict (key, language) do nothing returning id`,
      [id, key, language, subject, body, now.toISOString()],
    );
    if (made) {
      await recordChange(db, writer, { ...about, action: 'create', recordId: id, before: null, after: null });
      continue;
    }
    const [before] = await db.query<TemplateRow>(
      `select ${columns} from mail_template where key = $1 and language = $4 and not edited and (subject, body) is distinct from ($2, $3) for update`,
      [key, subject, body, language],
    );
    if (before) await writeTemplate(db, writer, before, { subject, body }, false);
  }
}

/** Changes a template's text with its history row. Gives the row as it is then. */
export async function writeTemplate(
  db: Queryable,
  writer: Writer,
  before: TemplateRow,
  text: TemplateText,
  edited: boolean,
): Promise<TemplateRow> {
  const [row] = await db.query<TemplateRow>(
    `update mail_template set subject = $2, body = $3, edited = $4, version = version + 1, updated_at = $5, updated_by = $6
     where id = $1 returning ${columns}`,
    [before.id, text.subject, text.body, edited, writer.now.toISOString(), writer.actorId],
  );
  if (!row) throw new Error(`Template ${before.key} is gone`);
  const changed = difference({ ...before }, { ...row }, ['subject', 'body', 'edited']);
  if (changed)
    await recordChange(db, writer, {
      ...changed,
      action: 'update',
      module: templateModule,
      recordId: row.id,
      recordTitle: titleOf(row.key as TemplateKey, row.language),
      orgId: null,
    });
  return row;
}

/** All templates that this version of the product has, in the code's order, each in every language, English first. */
export async function allTemplates(db: Queryable): Promise<MailTemplate[]> {
  const rows = await db.query<TemplateRow>(`select ${columns} from mail_template`);
  return templateKeys.flatMap((key) =>
    languages.flatMap((language) => rows.filter((row) => row.key === key && row.language === language).map(shown)),
  );
}

/** One template by its id, locked until the transaction ends; undefined when there is none. */
export async function templateById(db: Queryable, id: string): Promise<TemplateRow | undefined> {
  const [row] = await db.query<TemplateRow>(`select ${columns} from mail_template where id = $1 for update`, [id]);
  return row && isTemplateKey(row.key) ? row : undefined;
}

/** A row with what the code knows of it. */
export function shown(row: TemplateRow): MailTemplate {
  const { name, about, subject, body, variables } = shippedOf(row.key as TemplateKey, row.language);
  return {
    ...row,
    name,
    about,
    shipped: { subject, body },
    variables: [...variables],
    problem: Object.values(templateProblems(row, variables))[0] ?? null,
  };
}

/**
 * The text a mail is made of: what staff wrote, or the shipped one where theirs does not fit this version of the product any
 * more. A mail is not lost because a variable was renamed.
 */
export async function usableText(
  db: Queryable,
  key: TemplateKey,
  language: Language,
): Promise<TemplateText & { version: number }> {
  const [row] = await db.query<TemplateRow>(`select ${columns} from mail_template where key = $1 and language = $2`, [
    key,
    language,
  ]);
  const { variables, ...shipped } = shippedOf(key, language);
  if (!row) throw new Error(`The template ${key} is not in the database`);
  return Object.keys(templateProblems(row, variables)).length === 0 ? row : { ...shipped, version: row.version };
}
