import { residentProfile } from '@lobby/shared/modules/resident.contract.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { z } from 'zod';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { withLock } from '../../kit/database/lock.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { present } from '../../kit/records/present.ts';
import { create } from '../../kit/records/records.ts';
import { records } from '../../kit/store/records.ts';
import { ticketBehaviour } from '../ticket/index.ts';

/** Legal time limit for an answer (Law 91/2025: 72 hours). */
const ANSWERED_WITHIN_HOURS = 72;
/** Name of the ticket type, in Vietnamese. */
const TYPE_NAME = 'Dữ liệu cá nhân';
const OPEN = ['WAITING_APPROVAL', 'APPROVED', 'PROCESSING'] as const;

const person = async ({ projectId, residentId }: Ctx): Promise<Record<string, unknown>> => {
  const doc = await records(resident).get({ projectId }, residentId ?? '');
  await holdKeys(doc ? [doc] : []);
  return doc ? present(resident, projectId, doc, 'staff') : {};
};

/** Names and roles of the unit's residents. */
async function household({ projectId, unitId }: Ctx) {
  const homes = await records(residency).find(
    { projectId },
    { unitId, living: true },
    { sort: { createdAt: 1 }, limit: 100 },
  );
  const people = await records(resident).find(
    { projectId },
    { _id: { $in: homes.map(({ residentId }) => residentId) } },
    { only: ['name'] },
  );
  const names = new Map(people.map(({ _id, name }) => [_id, name]));
  return homes.flatMap(({ residentId, role }) => {
    const name = names.get(residentId);
    return name ? { id: residentId, name, role: role ?? '' } : [];
  });
}

/** Ticket type for requests of erasure; created if the project has none. */
async function loadType(ctx: Ctx): Promise<string> {
  const { projectId } = ctx;
  const stored = await records(ticketType).first({ projectId }, { name: TYPE_NAME });
  if (stored) return stored._id;
  const values = { name: TYPE_NAME, icon: 'lock', slaHours: ANSWERED_WITHIN_HOURS };
  return String((await create(systemCtx(ctx.project, ctx.now), ticketType, values, {})).id);
}

/** Creates the caller's request of erasure, or returns the one still open. */
const askForErasure = (ctx: Ctx): Promise<{ id: string; code: string }> =>
  withLock(`erase me ${ctx.projectId} ${ctx.residentId}`, async () => {
    const { residentId } = ctx;
    const typeId = await loadType(ctx);
    const open = await records(ticket).first(ctx, { residentId, typeId, status: { $in: OPEN } });
    if (open) return { id: open._id, code: open.code ?? '' };
    const [title, content] = [text(ctx, 'resident-app.profile.forget'), text(ctx, 'resident-app.profile.forgetAsk')];
    const made = await create(ctx, ticket, { title, content, typeId, unitId: ctx.unitId, residentId }, ticketBehaviour);
    return { id: String(made.id), code: String(made.code) };
  });

const common = { module: resident.code, staff: false, residents: true } as const;

/** Residents' routes for their own data. */
export const ownDataRoutes: Route[] = [
  route(residentProfile, {
    staff: false,
    residents: true,
    async run(ctx) {
      const { phone, email } = await person(ctx);
      return { phone: String(phone ?? ''), email: String(email ?? ''), household: await household(ctx) };
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/resident/erase-me',
    summary: 'Ask the management to erase one’s data: a request, nothing is erased by itself',
    creates: true,
    body: z.strictObject({}),
    answer: z.object({ id: z.string(), code: z.string() }),
    run: askForErasure,
  }),
];
