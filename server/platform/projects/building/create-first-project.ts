import { VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { department, position } from '@lobby/shared/modules/employee.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { newId } from '../../../kit/database/database.ts';
import { build } from '../../../kit/records/records.ts';
import { type AnyDoc, records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { inviteStaff } from '../../accounts/invitations/invite.ts';
import { type Project, projects, settingsOf } from '../projects.ts';

/**
 * Creates a project with its Admin department and position (all flags), and invites the first administrator by mail. A
 * repeated call after a failure continues. Refuses a code that a project with another name has (`ALREADY_EXISTS`).
 */
export async function createFirstProject(
  names: Pick<Project, 'name' | 'code'>,
  admin: { name: string; email: string },
  now: Date,
): Promise<Project> {
  const made = await projects().findOneAndUpdate(
    { code: names.code },
    {
      $setOnInsert: {
        _id: newId(),
        ...names,
        timeZone: VIETNAM,
        address: '',
        hotline: '',
        forbiddenWords: [],
        ticketExpiryDays: 7,
      },
    },
    { upsert: true, returnDocument: 'after' },
  );
  if (!made || made.name !== names.name) return fail('ALREADY_EXISTS');
  const ctx = systemCtx(settingsOf(made), now);
  const office = await theirs(ctx, department, { name: 'Admin' });
  const chief = await theirs(ctx, position, { name: 'Admin', departmentId: office });
  await inviteStaff(ctx, { ...admin, departmentId: office, positionIds: [chief] });
  return made;
}

/** Finds or creates the project's Admin record of a definition. */
async function theirs(ctx: Ctx, definition: Definition, values: Record<string, unknown>): Promise<string> {
  const there = await records(definition).first(ctx, { admin: true });
  if (there) return there._id;
  const insert: AnyDoc = { ...(await build(ctx, definition, values)), admin: true };
  await save(ctx, [{ definition, action: 'create', insert }]);
  return insert._id;
}
