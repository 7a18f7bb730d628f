import { ownerOfAccount } from '#areas/identity/identity.server.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { overall } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { askerOf, type DriverQuestions, scopeOfWriter, spent } from '../drivers/driver-lookup.store.ts';
import type { appUser } from '../people.contract.ts';

/**
 * An email or a mobile number names one account on the whole platform, so somebody who gives one that another organisation's
 * person has must be told. It is told as often as questions about drivers are answered; afterwards all are refused alike,
 * those that are free as well.
 */
export const refuseTakenElsewhere =
  (questions: DriverQuestions): NonNullable<RowPolicy<typeof appUser>['check']> =>
  async (db, writer, change) => {
    if (change.action !== 'create' && change.action !== 'update') return;
    const { before, values } = change;
    const email = values.email !== before?.email ? values.email : null;
    const mobile = values.mobile !== before?.mobile ? values.mobile : null;
    if (!email && !mobile) return;
    const scope = await scopeOfWriter(db, writer);
    // Who may see every account is told nothing new.
    if (writer.actorId === null || (scope.orgId === null && !scope.orgIds)) return;
    const asker = askerOf(writer);
    const { waitS, field } = await overall(db, scope, async () => {
      const waitS = await questions.waitS(db, asker, writer.now);
      if (waitS !== undefined) return { waitS };
      const isElsewhere = async (by: { email?: string; mobile?: string }) => {
        const owner = await ownerOfAccount(db, by);
        return owner !== undefined && (owner.orgId === null || owner.orgId !== values.orgId);
      };
      if (email && (await isElsewhere({ email }))) return { field: 'email' };
      if (mobile && (await isElsewhere({ mobile }))) return { field: 'mobile' };
      return {};
    });
    if (waitS !== undefined) throw spent(waitS);
    if (field === undefined) return;
    questions.note(asker, writer.now);
    const message = `This ${field} is already in use`;
    throw refuse.conflict(message, { [field]: message });
  };
