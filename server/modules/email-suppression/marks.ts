import { mailMarks } from '@lobby/shared/modules/email-suppression.contract.ts';
import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { route } from '../../kit/http/route.ts';
import { blindIndex } from '../../kit/privacy/personal.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';

/** Key by which an address is found, in a resident and in a suppression alike. */
const keyOf = ({ blind }: { blind?: Record<string, string> }): string | null => blind?.email ?? null;

/** Residents of a project who have an address now. */
export const residentsWith = async ({ projectId }: Ctx, email: string): Promise<string[]> => {
  const key = { 'blind.email': blindIndex(projectId, 'email', email) };
  return (await records(resident).find({ projectId }, key, { only: ['_id'], limit: 20 })).map(({ _id }) => _id);
};

async function peopleIn(
  ctx: Ctx,
  { residentId, unitId }: { residentId?: string | undefined; unitId?: string | undefined },
): Promise<Doc<typeof resident>[]> {
  if (residentId) return [await load(ctx, resident, residentId)];
  return unitId ? records(resident).find(ctx, { unitIds: unitId, living: true }, { limit: 200 }) : [];
}

/** Marks of people who get no mails, by the address that they have now: a corrected one is free at once. */
export const marksRoute = route(mailMarks, {
  flags: ['read'],
  async run(ctx, { query }) {
    const people = await peopleIn(ctx, query);
    const keys = people.flatMap(person => keyOf(person) ?? []);
    if (keys.length === 0) return [];
    const held = await records(emailSuppression).find(ctx, { 'blind.email': { $in: keys }, status: 'ACTIVE' });
    const byKey = new Map(held.map(row => [keyOf(row), row]));
    return people.flatMap(person => {
      const row = byKey.get(keyOf(person));
      return row ? [{ residentId: person._id, id: row._id, cause: row.cause, reason: row.reason }] : [];
    });
  },
});
