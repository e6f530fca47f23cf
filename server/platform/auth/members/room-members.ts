import { byName } from '@lobby/shared/kit/collation.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ROOM_TYPES, type RoomType, roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { z } from 'zod';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { worksIn } from '../rights/workers.ts';
import { openWork } from './open-work.ts';
import { shiftsNow } from './shifts.ts';

const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  positions: z.array(z.string()),
  department: z.string(),
  /** Null without a work schedule. */
  onShift: z.boolean().nullable(),
  /** Number of open tasks; null for residents, and if the module has no such count. */
  load: z.int().nullable(),
});

const ROOMS = room.code;
const topicOf = (kind: string) => ROOM_TYPES.find(roomType => roomType === kind);
/** Whether a value is a kind of room or a module. */
const isKind = (kind: string) => topicOf(kind) !== undefined || CODES.includes(kind);

/** Departments that answer in rooms of a kind; null for all. */
async function answering(projectId: string, roomType: RoomType): Promise<readonly string[] | null> {
  const topic = await records(roomTopic).first({ projectId }, { roomType });
  return topic && topic.departmentIds.length > 0 ? topic.departmentIds : null;
}

/**
 * Staff who can be assigned work of a kind: those who answer in its rooms, or may write in the module (default: help desk).
 * Residents see only those of departments visible to them.
 */
export const roomMemberRoutes: Route[] = [
  route({
    method: 'get',
    path: '/unit-group/:id/room-members',
    summary: 'Staff who may take part, by kind of room; who is on shift first',
    module: 'UNIT_GROUP',
    residents: true,
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ roomType: z.string().max(40).refine(isKind, 'INVALID').default('HELP_DESK') }),
    answer: z.array(memberSchema),
    async run(ctx, { params, query }) {
      if (params.id !== ctx.projectId) fail('NOT_FOUND');
      const topic = topicOf(query.roomType);
      const module = topic ? ROOMS : query.roomType;
      const answers = topic ? await answering(ctx.projectId, topic) : null;
      const [people, positions, departments, onShift, work] = await Promise.all([
        records(employee).find(ctx, { status: 'ACTIVE' }),
        records(position).find(ctx),
        records(department).find(ctx),
        shiftsNow(ctx),
        openWork(ctx, module),
      ]);
      const may = new Map(positions.filter(row => worksIn(row, module)).map(row => [row._id, row.name]));
      // Employees who see all rooms answer in all of them.
      const all = new Set(positions.filter(row => worksIn(row, module, 'aggregate')).map(({ _id }) => _id));
      const isThere = ({ departmentId, positionIds }: Doc<typeof employee>) =>
        answers === null || answers.includes(departmentId ?? '') || positionIds.some(id => all.has(id));
      const seen = departments.filter(row => ctx.kind === 'staff' || row.shownToResidents === true);
      const offices = new Map(seen.map(row => [row._id, row.name]));
      return people
        .filter(person => (ctx.kind === 'staff' || offices.has(person.departmentId ?? '')) && isThere(person))
        .map(person => ({
          id: person._id,
          name: person.name,
          positions: person.positionIds.flatMap(id => may.get(id) ?? []),
          department: offices.get(person.departmentId ?? '') ?? '',
          onShift: onShift(person.departmentId),
          load: work && (work.get(person._id) ?? 0),
        }))
        .filter(member => member.positions.length > 0)
        .sort((a, b) => Number(b.onShift === true) - Number(a.onShift === true) || byName(a.name, b.name));
    },
  }),
];
