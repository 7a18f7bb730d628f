import { recipientsOf } from '#areas/identity/identity.server.ts';
import { type MailKit, mailTime, queueMail } from '#areas/mail/mail.server.ts';
import { dayInWords } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish } from '#kit/server/notify/publish.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import { challanAsked, challanLate, challanNews, challanNotice } from '../notices/challan-topics.ts';
import { queueNews } from '../tell/tell-news.ts';
import { challan } from './challan.contract.ts';
import type { StoredChallan } from './challans.store.ts';

interface Person {
  id: string | null;
  name: string;
  email: string;
}

/** What every mail has. */
type About = Pick<Parameters<typeof queueMail>[2], 'to' | 'orgId' | 'record' | 'onceKey' | 'topic'>;
interface Named {
  name: string;
  number: string;
  vehicle: string;
  link: string;
}

interface Facts {
  plate: string;
  offence: string;
  place: string;
}

/** What mails say of a challan. */
async function factsOf(db: Queryable, { id }: StoredChallan): Promise<Facts> {
  const [row] = await db.query<Facts>(
    `select coalesce(v.registration_no, c.plate, '') as plate, t.name as offence, c.place
     from challan c join challan_type t on t.id = c.challan_type_id left join vehicles_vehicle v on v.id = c.vehicle_id where c.id = $1`,
    [id],
  );
  if (!row) throw new Error('The challan is not there');
  return { ...row, plate: row.plate === '' ? 'the vehicle' : row.plate };
}

/** Whoever keeps challans of the organisation, and the driver where it is the driver who pays: each address once. */
async function peopleOf(db: Queryable, { orgId, driverId, liable }: StoredChallan): Promise<Person[]> {
  const keepers: Person[] = await recipientsOf(db, [orgId], challan.path, 'view');
  const drivers =
    driverId === null || liable !== 'DRIVER'
      ? []
      : await db.query<Person>(
          'select null::uuid as id, name, email from people_driver where id = $1 and org_id = $2 and deleted_at is null and email is not null',
          [driverId, orgId],
        );
  const known = new Set(keepers.map(({ email }) => email.toLowerCase()));
  return [...keepers, ...drivers.filter(({ email }) => !known.has(email.toLowerCase()))];
}

/** What is told, and of which day it speaks. */
interface Said {
  key: string;
  topic: Topic;
  by?: string | null;
  /** Who did it, and knows; left out: time did it. Their email comes all the same: it is their receipt. */
  doer?: Pick<Writer, 'actorId'> | undefined;
}
/** News of what nobody did in time. */
const lateKeys: readonly string[] = ['deemed', 'overdue'];

const whoseWords = {
  INTERNAL: 'This is about a notice of the company, which comes from no authority.',
  GOVERNMENT: 'This is about a challan of an authority, which is kept here. It is paid there.',
} as const;

/** Mails about challans. Each is queued with the write that causes it, once. */
export function challanMails(mail: MailKit) {
  /** Writes to everybody, and tells open browsers. @param key the same one twice writes once @returns how many are written to */
  const each = async (
    db: Queryable,
    row: StoredChallan,
    { key, topic, by, doer }: Said,
    what: string,
    write: (facts: Facts, about: About, named: Named) => Promise<unknown>,
  ): Promise<number> => {
    const facts = await factsOf(db, row);
    const { id, orgId, challanNo } = row;
    await queueNews(db, mail.jobs, { id, orgId, challanNo, vehicle: facts.plate, what });
    await publish(db, mail.clock.now(), {
      topic,
      orgId,
      to: { module: challan.path, action: 'view' },
      params: { challan: challanNo, vehicle: facts.plate, what, ...(by ? { by } : {}) },
      link: `/${challan.path}/${id}`,
      record: { module: challan.path, id },
      onceKey: `challan:${key}:${id}`,
      except: doer?.actorId ?? null,
    });
    const people = await peopleOf(db, row);
    for (const { id, name, email } of people)
      await write(
        facts,
        {
          to: { address: email, name, accountId: id },
          orgId: row.orgId,
          topic: topic.key,
          record: { module: challan.path, id: row.id, title: row.challanNo },
          onceKey: `challan:${key}:${row.id}:${id ?? email}`,
        },
        { name, number: row.challanNo, vehicle: facts.plate, link: `/${challan.path}/${row.id}` },
      );
    return people.length;
  };
  const happened = (row: StoredChallan, { offence, place }: Facts) => ({
    offence,
    when: `${mailTime(new Date(row.offenceAt))}, ${place}`,
  });
  return {
    /** Asks the driver before a fine. @returns how many are written to */
    asked: (db: Queryable, row: StoredChallan) =>
      each(
        db,
        row,
        { key: 'asked', topic: challanAsked, by: row.answerBy },
        `Tell us what happened by ${dayInWords(row.answerBy ?? '')}.`,
        (facts, about, named) => {
          const values = { ...named, ...happened(row, facts), by: dayInWords(row.answerBy ?? '') };
          return queueMail(db, mail, { template: 'challan-asked', ...about, values });
        },
      ),
    /** Sends the notice. @returns how many are written to */
    notice: (db: Queryable, row: StoredChallan) =>
      each(
        db,
        row,
        { key: 'notice', topic: challanNotice, by: row.contestBy },
        `A notice of the company has come. Pay or contest it by ${dayInWords(row.contestBy ?? '')}.`,
        (facts, about, named) => {
          const amount = row.amountPaise ? moneyText(row.amountPaise) : 'no money: it is a warning';
          const values = { ...named, ...happened(row, facts), amount, by: dayInWords(row.contestBy ?? '') };
          return queueMail(db, mail, { template: 'challan-notice', ...about, values });
        },
      ),
    /** Says that who is to pay was not written to, where that is a driver without an email address. */
    async driverUntold(db: Queryable, { driverId, liable }: StoredChallan): Promise<string[]> {
      if (driverId === null || liable !== 'DRIVER') return [];
      const rows = await db.query<{ name: string }>('select name from people_driver where id = $1 and email is null', [
        driverId,
      ]);
      return rows.map(({ name }) => `${name} has no email address, so only the organisation was told`);
    },
    /** Tells what happened to one. @param key the same one twice tells it once @param doer who did it, unless it is time that did */
    news: (db: Queryable, row: StoredChallan, key: string, what: string, doer?: Pick<Writer, 'actorId'>) =>
      each(db, row, { key, topic: lateKeys.includes(key) ? challanLate : challanNews, doer }, what, (_, about, named) =>
        queueMail(db, mail, {
          template: 'challan-news',
          ...about,
          values: { ...named, what, whose: whoseWords[row.source] },
        }),
      ),
  };
}
export type ChallanMails = ReturnType<typeof challanMails>;
