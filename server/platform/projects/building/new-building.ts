import { idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { projectFields, TEMPLATE_PARTS, type TemplatePart, unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { newId, type Session } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { writeEvents } from '../../../kit/store/events.ts';
import { insertDictionary, loadDictionaries, readDictionary } from '../../wording/dictionary.ts';
import { copiesOfHotlines } from '../hotlines.ts';
import { failCode, type Project, projects, settingsOf, throwCodeTaken } from '../projects.ts';
import { copyRecords } from './copy-template.ts';
import { foundersIn } from './founders.ts';
import { startersFor } from './starters.ts';

const { name, code, type, address, timeZone } = projectFields;
const body = inputSchema({ name, code, type, address, timeZone }, 'create').extend({
  parts: z.array(z.enum(TEMPLATE_PARTS)).max(TEMPLATE_PARTS.length),
});
type Given = Omit<z.output<typeof body>, 'parts'>;
const answer = z.object({
  id: idSchema,
  name: z.string(),
  code: z.string(),
  /** Number of copied records by kind. */
  taken: z.record(z.string(), z.int()),
});

/** Without files, which belong to the project they were uploaded to. */
function withoutFiles(reception: NonNullable<Project['reception']>): NonNullable<Project['reception']> {
  const rules = (['movingRules', 'worksRules'] as const).flatMap(name => {
    const held = reception[name];
    return held ? [[name, { ...held, files: [] }]] : [];
  });
  return { ...reception, ...Object.fromEntries(rules) };
}

/** Document of the new project, from input and template. */
function projectFrom(template: Project, input: Given, parts: ReadonlySet<TemplatePart>): Project {
  const usual = { hotline: '', forbiddenWords: [], ticketExpiryDays: 7 };
  const settings = {
    investor: template.investor,
    management: template.management,
    logo: template.logo,
    hotline: template.hotline,
    hotlines: template.hotlines,
    forbiddenWords: template.forbiddenWords,
    ticketExpiryDays: template.ticketExpiryDays,
    ticketReopenDays: template.ticketReopenDays,
    taskExpiryDays: template.taskExpiryDays,
    merchantAcceptMinutes: template.merchantAcceptMinutes,
    waitlistOfferMinutes: template.waitlistOfferMinutes,
    financialYearMonth: template.financialYearMonth,
    retentionDays: template.retentionDays,
    contractNumber: template.contractNumber,
    ...(template.reception && { reception: withoutFiles(template.reception) }),
  };
  return {
    _id: newId(),
    name: input.name,
    code: input.code.toUpperCase(),
    type: input.type ?? null,
    address: input.address ?? '',
    timeZone: input.timeZone,
    ...(parts.has('settings') ? settings : usual),
    ...(parts.has('features') && template.features && { features: template.features }),
    // Subscription and white label belong to the company, not to one building.
    serviceEndsOn: template.serviceEndsOn ?? null,
    ...(template.whiteLabel && { whiteLabel: template.whiteLabel }),
    version: 1,
  };
}

/** Creates a project from the caller's in one transaction, so that it never exists in part. */
async function createBuilding(ctx: Ctx, input: Given, wanted: readonly TemplatePart[]) {
  const parts = new Set(wanted);
  const template = (await projects().findOne({ _id: ctx.projectId })) ?? fail('NOT_FOUND');
  const project = projectFrom(template, input, parts);
  if (await projects().findOne({ code: project.code })) failCode();
  const there: Ctx = { ...ctx, projectId: project._id, project: settingsOf(project) };
  const made = await copyRecords(there, template._id, parts);
  const founders = await foundersIn(there, made);
  there.actor = { id: founders[0]?._id ?? ctx.actor.id, name: ctx.actor.name };
  made.push({ definition: employee, docs: founders });
  const taken = Object.fromEntries(made.map(({ definition, docs }) => [definition.name, docs.length]));
  const created = { id: project._id, name: project.name, code: project.code, taken };
  const words = parts.has('words') ? (await readDictionary({ projectId: template._id })).languages : null;
  const starters = await startersFor(there);
  if (parts.has('settings')) made.push({ definition: hotline, docs: await copiesOfHotlines(there, template._id) });
  const also = async (session: Session) => {
    await projects().insertOne(project, { session }).catch(throwCodeTaken);
    if (words) await insertDictionary(project._id, words, session);
    const { _id, ...after } = project;
    const row = { module: unitGroup.code, entity: 'project', entityId: _id, action: 'create', version: 1, row: null };
    await writeEvents([{ ...row, at: ctx.now, projectId: _id, actor: there.actor, before: null, after }], session);
  };
  const keep = async (session: Session) => {
    await also(session);
    for (const starter of starters) await starter.also(session);
  };
  const batches = [[...made, ...starters.flatMap(starter => starter.made)]];
  await saveNew(there, newId(), { batches, answer: created, also: keep });
  if (words) await loadDictionaries();
  return created;
}

/** Creates a building with another one as template. */
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
    run: async (ctx, { body: { parts, ...input } }) => createBuilding(ctx, input, parts),
  }),
];
