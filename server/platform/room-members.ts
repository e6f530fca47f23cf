import { holds, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { z } from 'zod';
import { fail } from '../kit/fail.ts';
import { modelOf, type Stored } from '../kit/model.ts';
import { type Route, route } from '../kit/route.ts';

/** The staff who can be given work of a kind: those whose position may write in the module (default: the help desk); to residents, those of departments shown to them. */
export const roomMemberRoutes: Route[] = [
  route({
    method: 'get',
    path: '/unit-group/:id/room-members',
    summary: 'Staff who may take part, by kind of room',
    module: 'UNIT_GROUP',
    residents: true,
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ roomType: z.string().max(40).default('HELP_DESK') }),
    answer: z.array(
      z.object({ id: z.string(), name: z.string(), positions: z.array(z.string()), department: z.string() }),
    ),
    async run(ctx, { params, query }) {
      if (params.id !== ctx.projectId) fail('NOT_FOUND');
      const filter = { projectId: ctx.projectId, deletedAt: null };
      const [people, positions, departments] = await Promise.all([
        modelOf(employee)
          .find({ ...filter, status: 'ACTIVE' })
          .sort({ name: 1 })
          .lean<Stored[]>(),
        modelOf(position).find(filter).lean<(Stored & { permissions?: Permissions })[]>(),
        modelOf(department).find(filter).lean<Stored[]>(),
      ]);
      const may = new Map(
        positions
          .filter(one => one.admin === true || holds(one.permissions ?? {}, query.roomType, 'write'))
          .map(one => [one._id, String(one.name)]),
      );
      const seen = departments.filter(one => ctx.kind === 'staff' || one.shownToResidents === true);
      const offices = new Map(seen.map(one => [one._id, String(one.name)]));
      return people
        .filter(one => ctx.kind === 'staff' || offices.has(String(one.departmentId)))
        .map(one => ({
          id: one._id,
          name: String(one.name),
          positions: ((one.positionIds as string[] | undefined) ?? []).flatMap(id => may.get(id) ?? []),
          department: offices.get(String(one.departmentId)) ?? '',
        }))
        .filter(one => one.positions.length > 0);
    },
  }),
];
