import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { fold } from '@lobby/shared/kit/words.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { projectFields, TEMPLATE_PARTS, type TemplatePart, unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { z } from 'zod';
import type { Ctx } from '../kit/context.ts';
import { newId, type Session } from '../kit/database.ts';
import { writeEvents } from '../kit/events.ts';
import { fail } from '../kit/fail.ts';
import type { Stored } from '../kit/model.ts';
import { build } from '../kit/records.ts';
import { type Route, route } from '../kit/route.ts';
import { type NewDocs, saveNew } from '../kit/save.ts';
import { insertDictionary, loadDictionaries, readDictionary } from './dictionary.ts';
import { adminsEverywhere } from './keeper.ts';
import { failCode, type Project, projects, refuseCode, settingsOf } from './projects.ts';
import { users } from './sessions.ts';
import { copyRecords } from './template.ts';

const { name, code, type, address, timeZone } = projectFields;
const body = inputSchema({ name, code, type, address, timeZone }, 'create').extend({
  parts: z.array(z.enum(TEMPLATE_PARTS)).max(TEMPLATE_PARTS.length),
});
const answer = z.object({
  id: idSchema,
  name: z.string(),
  code: z.string(),
  /** How many records of each kind were taken over. */
  taken: z.record(z.string(), z.int()),
});

/** The Admin record of its kind among those taken over, or a new one: a building has always one of each. */
async function adminIn(
  ctx: Ctx,
  made: NewDocs[],
  definition: Definition,
  values: Record<string, unknown>,
): Promise<string> {
  const docs = made.find(one => one.definition === definition)?.docs ?? [];
  const there =
    docs.find(one => one.admin === true) ??
    docs.find(one => fold(String(one.name)) === 'admin' && one.departmentId === values.departmentId);
  if (there) {
    there.admin = true;
    return there._id;
  }
  const doc: Stored = { ...(await build(ctx, definition, { name: 'Admin', ...values }, true)), admin: true };
  made.push({ definition, docs: [doc] });
  return doc._id;
}

/** The first administrators, at once: who founds the building, and those who keep all of them. */
async function foundersIn(ctx: Ctx, made: NewDocs[]): Promise<Stored[]> {
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
          ...{ name, email: String(email).toLowerCase(), userId, status: 'ACTIVE' },
          ...{ departmentId, positionIds: [positionId] },
        },
        true,
      ),
    ),
  );
}

/** The new project's own document: what was given, and what it takes over. */
function projectFrom(template: Project, given: Record<string, unknown>, parts: ReadonlySet<TemplatePart>): Project {
  const { investor, management, logo, hotline, hotlines, forbiddenWords, ticketExpiryDays, retentionDays } = template;
  const usual = { hotline: '', forbiddenWords: [], ticketExpiryDays: 7 };
  const settings = { investor, management, logo, hotline, hotlines, forbiddenWords, ticketExpiryDays, retentionDays };
  return {
    _id: newId(),
    name: String(given.name),
    code: String(given.code).toUpperCase(),
    type: (given.type ?? null) as Project['type'],
    address: String(given.address ?? ''),
    timeZone: String(given.timeZone),
    ...(parts.has('settings') ? settings : usual),
    ...(parts.has('features') && template.features && { features: template.features }),
    // The subscription and the look are the company's, not one building's.
    serviceEndsOn: template.serviceEndsOn ?? null,
    ...(template.whiteLabel && { whiteLabel: template.whiteLabel }),
    version: 1,
  };
}

/** Founds a project after the caller's: all of it in one transaction, so that there is never half a building. */
async function found(ctx: Ctx, given: Record<string, unknown>, wanted: readonly TemplatePart[]) {
  const parts = new Set(wanted);
  const template = (await projects().findOne({ _id: ctx.projectId })) ?? fail('NOT_FOUND');
  const project = projectFrom(template, given, parts);
  if (await projects().findOne({ code: project.code })) failCode();
  const there: Ctx = { ...ctx, projectId: project._id, project: settingsOf(project) };
  const made = await copyRecords(there, template._id, parts);
  const founders = await foundersIn(there, made);
  there.actor = { id: founders[0]?._id ?? ctx.actor.id, name: ctx.actor.name };
  made.push({ definition: employee, docs: founders });
  const taken = Object.fromEntries(made.map(({ definition, docs }) => [definition.name, docs.length]));
  const told = { id: project._id, name: project.name, code: project.code, taken };
  const words = parts.has('words') ? (await readDictionary({ projectId: template._id })).languages : null;
  const also = async (session: Session) => {
    await projects().insertOne(project, { session }).catch(refuseCode);
    if (words) await insertDictionary(project._id, words, session);
    const { _id, ...after } = project;
    const row = { module: unitGroup.code, entity: 'project', entityId: _id, action: 'create', version: 1, row: null };
    await writeEvents([{ ...row, at: ctx.now, projectId: _id, actor: there.actor, before: null, after }], session);
  };
  await saveNew(there, newId(), { batches: [made], answer: told, also });
  if (words) await loadDictionaries();
  return told;
}

/** A new building after another. */
export const newBuildingRoutes: Route[] = [
  route({
    method: 'post',
    path: unitGroup.path,
    summary: 'Found a project after this one; the caller becomes its Admin',
    module: unitGroup.code,
    flags: ['write'],
    creates: true,
    body,
    answer,
    run: async (ctx, { body: { parts, ...given } }) => found(ctx, given, parts as TemplatePart[]),
  }),
];
