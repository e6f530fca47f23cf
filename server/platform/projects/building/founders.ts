import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { build } from '../../../kit/records/records.ts';
import type { NewDocs } from '../../../kit/store/bulk-insert.ts';
import type { AnyDoc, Doc } from '../../../kit/store/records.ts';
import { adminsEverywhere } from '../../auth/rights/installation-admins.ts';
import { users } from '../../auth/users.ts';

/** The Admin record among the copied ones, or a new one: a project always has one. */
async function adminIn(
  ctx: Ctx,
  made: NewDocs[],
  definition: Definition,
  values: Record<string, unknown>,
): Promise<string> {
  const docs = made.find(kind => kind.definition === definition)?.docs ?? [];
  const there =
    docs.find(item => item.admin === true) ??
    docs.find(item => fold(String(item.name)) === 'admin' && item.departmentId === values.departmentId);
  if (there) {
    there.admin = true;
    return there._id;
  }
  const doc: AnyDoc = { ...(await build(ctx, definition, { name: 'Admin', ...values }, true)), admin: true };
  made.push({ definition, docs: [doc] });
  return doc._id;
}

/** The first administrators: the founder, and those who are Admin in every project. */
export async function foundersIn(ctx: Ctx, made: NewDocs[]): Promise<Doc<typeof employee>[]> {
  const departmentId = await adminIn(ctx, made, department, {});
  const positionId = await adminIn(ctx, made, position, { departmentId });
  const user = (await users().findOne({ _id: ctx.userId })) ?? fail('UNAUTHORIZED');
  const others = (await adminsEverywhere()).filter(({ userId }) => userId !== user._id);
  const people = [{ name: user.name, email: user.email, userId: user._id }, ...others];
  return Promise.all(
    people.map(({ name, email, userId }) =>
      build(
        ctx,
        employee,
        {
          name,
          email: email.toLowerCase(),
          userId,
          status: 'ACTIVE',
          departmentId,
          positionIds: [positionId],
        },
        true,
      ),
    ),
  );
}
