import { employee } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { readersOf } from '../../platform/auth/readers.ts';

/** The staff whom a request concerns while nobody has it: those of its type's department who read requests, else all who do. */
export async function staffFor(ctx: Ctx, doc: Stored): Promise<string[]> {
  const readers = await readersOf(ctx.projectId, ticket.code);
  const typeId = typeof doc.typeId === 'string' ? doc.typeId : null;
  const type = typeId && (await loadRefs(ctx.projectId, ticketType, [typeId])).get(typeId);
  const departmentId = type ? type.departmentId : null;
  if (!departmentId) return readers;
  const people = await loadRefs(ctx.projectId, employee, readers);
  const own = readers.filter(id => people.get(id)?.departmentId === departmentId);
  return own.length > 0 ? own : readers;
}
