import * as z from 'zod/mini';
import type { MailKit } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import { tellIncident, type Telling } from '../tell/tell-incidents.ts';
import { escalateAfterMs, mostEscalations } from './incident-status.rules.ts';
import { mailEscalation } from './incident-mails.ts';
import { addEntry, lockRaised, type StoredIncident, turnIncident } from './incidents.store.ts';

/** Tells more people of an incident that nobody has acknowledged. It is stored with the incident, so a restart loses none. */
export const escalateJob = 'incident-escalate';
const payloadShape = z.object({ id: z.string() });

/** Plans the next look at an incident, a minute after the last. */
export const planEscalation = (
  db: Queryable,
  jobs: Pick<Jobs, 'add'>,
  { id, heardAt, escalation }: Pick<StoredIncident, 'id' | 'heardAt' | 'escalation'>,
): Promise<void> =>
  jobs.add(db, {
    name: escalateJob,
    payload: { id },
    runAt: new Date(Date.parse(heardAt) + (escalation + 1) * escalateAfterMs),
    key: `${id}:${escalation + 1}`,
  });

interface Escalating extends Telling {
  jobs: Pick<Jobs, 'add'>;
  mail: MailKit;
  versions: Versions;
}

export const escalateTask =
  ({ jobs, mail, versions, ...telling }: Escalating): Task =>
  async (db, payload, now) => {
    const { id } = payloadShape.parse(payload);
    const found = await lockRaised(db, id);
    if (!found) return;
    const writer = productWriter(now);
    const level = found.escalation + 1;
    const row = await turnIncident(db, writer, found, 'RAISED', { escalation: level });
    const told = await mailEscalation(db, mail, row, level);
    await addEntry(db, writer, row, { kind: 'ESCALATED', text: String(told) });
    if (level < mostEscalations) await planEscalation(db, jobs, row);
    await markAll(versions, db, writer.touched);
    return () => {
      bumpAll(versions, writer.touched);
      mail.jobs.wake();
      tellIncident(telling, row);
    };
  };
