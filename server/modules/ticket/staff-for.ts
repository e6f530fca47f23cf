import { employee } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';

/** Staff responsible for an unassigned ticket: readers of tickets in its type's department, else all readers. */
export async function staffFor(ctx: Ctx, { typeId }: Doc<typeof ticket>): Promise<string[]> {
  const readers = await loadReaders(ctx.projectId, ticket.code);
  const type = typeId ? (await loadRefs(ctx.projectId, ticketType, [typeId])).get(typeId) : null;
  if (!type?.departmentId) return readers;
  const people = await loadRefs(ctx.projectId, employee, readers);
  const ofDepartment = readers.filter(id => people.get(id)?.departmentId === type.departmentId);
  return ofDepartment.length > 0 ? ofDepartment : readers;
}
