import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { fieldMessages, inputSchema } from '#kit/contract/input.ts';
import { actions } from '#kit/contract/rights.ts';
import type { Call } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { role } from '#areas/identity/identity.contract.ts';
import type { RoleInput } from '../permissions.contract.ts';

const wrongModule = { error: 'Must be the id of a module' };
/** A role with everything it may do, as it is sent. */
export const roleBody = z.extend(inputSchema(role), {
  permissions: z
    .array(
      z.strictObject({
        moduleId: z.string(wrongModule).check(z.toLowerCase(), z.refine(isId, wrongModule)),
        actions: z
          .array(z.enum(actions, { error: 'Must be among the actions' }), { error: 'Must be a list of actions' })
          .check(z.maxLength(actions.length, { error: 'Too many actions' })),
      }),
      { error: 'Permissions must be a list of modules, each with its actions' },
    )
    .check(z.maxLength(1_000, { error: 'Too many modules' })),
});

/** A role that was sent, by rules of its own, whoever writes it. @throws 400 with a message per field. */
export function readRoleInput(call: Call): RoleInput {
  const parsed = roleBody.safeParse(call.body ?? {});
  if (!parsed.success) throw refuse.badInput(fieldMessages(parsed.error));
  const input = parsed.data as unknown as RoleInput;
  if (input.audience === 'client' && input.rowScope !== 'ALL')
    throw refuse.badInput({ rowScope: 'Clients always have access to the records of their organisation: choose all' });
  return input;
}
