import type { ImpersonationKit, SendMail } from '#areas/identity/identity.server.ts';
import { type MailKit, mailTime, plainName, queueMail } from '#areas/mail/mail.server.ts';

/** Tells the person whose account somebody uses. */
export const impersonationMail =
  (mail: MailKit): NonNullable<ImpersonationKit['notify']> =>
  async (db, { subject, actorName, reason, at }) => {
    if (subject.email === null) return;
    await queueMail(db, mail, {
      template: 'impersonation-notice',
      to: { address: subject.email, name: subject.name, accountId: subject.id },
      orgId: subject.orgId,
      values: { name: subject.name, actor: actorName, reason, time: mailTime(at) },
    });
  };

interface Reader {
  name: string;
  email: string | null;
  orgId: string | null;
}

/** The part of an address that lies below the origin, as the outbox takes it. */
const pathOf = (link: string): string => {
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
};

/** Puts mails about somebody's way in into the outbox. Who has no mail address is told by whoever gives them the account. */
export const accessMail =
  (mail: MailKit): SendMail =>
  async (db, { template, accountId, variables, address, secretLink, expiresAt, about }) => {
    const [reader] = await db.query<Reader>(
      'select name, email, org_id as "orgId" from identity_person where id = $1',
      [accountId],
    );
    const to = address ?? reader?.email;
    if (!reader || !to) return;
    const { orgId } = reader;
    const name = plainName(reader.name);
    const common = { to: { address: to, name, accountId }, orgId };
    const time = mailTime(mail.clock.now());
    const link = secretLink === undefined ? '' : pathOf(secretLink);
    const given = (variable: string) => variables[variable] ?? '';
    const by = plainName(given('by'));
    const ends = expiresAt ? { expiresAt } : {};
    if (template === 'password-reset')
      await queueMail(db, mail, {
        ...common,
        ...ends,
        ...(about ? { record: about } : {}),
        template,
        values: { name, link, minutes: given('minutes') },
      });
    else if (template === 'account-created')
      await queueMail(db, mail, {
        ...common,
        ...ends,
        template,
        values: { name, link, hours: given('hours'), by },
      });
    else if (template === 'address-changed')
      await queueMail(db, mail, {
        ...common,
        template,
        values: { name, time, by, address: given('address') },
      });
    else if (template === 'password-changed')
      await queueMail(db, mail, { ...common, template, values: { name, time, by } });
    else await queueMail(db, mail, { ...common, template, values: { name, time, change: given('change') } });
  };
