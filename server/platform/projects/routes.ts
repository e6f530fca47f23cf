import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { FEATURES, type Feature, isOn } from '@lobby/shared/kit/features.ts';
import { oneProject, projectContact, projectSchema } from '@lobby/shared/kit/project.contract.ts';
import { BUILDING_TYPES } from '@lobby/shared/kit/project.ts';
import { idSchema, inputSchema, textInput } from '@lobby/shared/kit/schema.ts';
import { CONTRACT_NUMBER, isContractPattern } from '@lobby/shared/modules/contract-number.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { projectSettings, projectSettingsSchema } from '@lobby/shared/modules/unit-group.contract.ts';
import {
  FINANCIAL_YEAR_MONTH,
  MERCHANT_ACCEPT_MINUTES,
  projectFields,
  REOPEN_DAYS,
  RETENTION_DAYS,
  TASK_EXPIRY_DAYS,
  unitGroup,
  WAITLIST_OFFER_MINUTES,
} from '@lobby/shared/modules/unit-group.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { loadTotal } from '../../kit/records/lists/totals.ts';
import { assertWritable } from '../../kit/records/records.ts';
import { events } from '../../kit/store/events.ts';
import { accessTo, loadProjects } from '../auth/rights/access.ts';
import { isInstallationAdmin } from '../auth/rights/installation-admins.ts';
import { picture } from '../branding/white-labels.ts';
import { hotlineChanges, hotlinesIn, settingsOfHotlines, storeWithHotlines } from './hotlines.ts';
import { changeProject, loadProject, type Project, type ProjectChange, projects } from './projects.ts';

const module = unitGroup.code;
const byId = z.strictObject({ id: idSchema });
const distinct = (words: string[]) => new Set(words.map(word => word.toLowerCase())).size === words.length;
/** Service numbers are short, so a few digits suffice. */
const callable = (max: number) => textInput(max).regex(/(\d\D*){3}/, 'PHONE_INVALID');
const digitsOf = (text: string) => text.replace(/\D/g, '');

const shown = (project: Project) => ({
  id: project._id,
  name: project.name,
  code: project.code,
  type: project.type ?? null,
  timeZone: project.timeZone,
  address: project.address,
  hotline: project.hotline,
  hotlines: [...(project.hotlines ?? [])],
  logo: project.logo ?? null,
  serviceEndsOn: project.serviceEndsOn ?? null,
});

/** All settings of a project for its settings page. */
async function settingsFor(ctx: Ctx, project: Project): Promise<AnswerOf<typeof projectSettings>> {
  const [last] = await events()
    .find({ projectId: project._id, entityId: project._id, entity: 'project' })
    .sort({ ts: -1 })
    .limit(1)
    .maxTimeMS(2000)
    .toArray();
  const names = Object.keys(FEATURES) as Feature[];
  return {
    ...shown(project),
    version: project.version ?? 1,
    investor: project.investor ?? '',
    management: project.management ?? '',
    forbiddenWords: project.forbiddenWords,
    ticketExpiryDays: project.ticketExpiryDays,
    ticketReopenDays: project.ticketReopenDays ?? REOPEN_DAYS,
    taskExpiryDays: project.taskExpiryDays ?? TASK_EXPIRY_DAYS,
    merchantAcceptMinutes: project.merchantAcceptMinutes ?? MERCHANT_ACCEPT_MINUTES,
    waitlistOfferMinutes: project.waitlistOfferMinutes ?? WAITLIST_OFFER_MINUTES,
    financialYearMonth: project.financialYearMonth ?? FINANCIAL_YEAR_MONTH,
    retentionDays: project.retentionDays ?? RETENTION_DAYS,
    contractNumber: project.contractNumber || CONTRACT_NUMBER,
    reminderHour: project.reminderHour ?? null,
    features: Object.fromEntries(names.map(name => [name, isOn(project.features, name)])),
    keeper: await isInstallationAdmin(ctx.userId),
    by: last ? { name: last.actor.name, at: last.at.toISOString() } : null,
  };
}

/** The caller's project as stored; the id in the path must be that of the request. */
async function ownProject(ctx: Ctx, id: string): Promise<Project> {
  if (id !== ctx.projectId) fail('NOT_FOUND');
  return (await projects().findOne({ _id: id })) ?? fail('NOT_FOUND');
}

const changes = inputSchema(projectFields, 'update').extend({
  version: z.int().min(1).max(1_000_000_000),
  hotline: callable(60).nullish(),
  hotlines: z
    .array(z.strictObject({ name: textInput(60), phone: callable(30) }))
    .max(10)
    .refine(lines => distinct(lines.map(({ phone }) => digitsOf(phone))), 'LISTED_TWICE')
    .optional(),
  contractNumber: textInput(40).refine(isContractPattern, 'CONTRACT_PATTERN_INVALID').nullish(),
  logo: picture.nullish(),
  forbiddenWords: z.array(textInput(60)).max(500).refine(distinct, 'LISTED_TWICE').optional(),
  features: z
    .strictObject(Object.fromEntries(Object.keys(FEATURES).map(name => [name, z.boolean().optional()])))
    .optional(),
});

/** Converts form values to stored ones. */
function toSet({ features, ...values }: Record<string, unknown>, project: Project): ProjectChange {
  const set: Record<string, unknown> = { ...values };
  // Fields whose emptied value (null) is stored as an empty text.
  const texts = ['investor', 'management', 'address', 'hotline', 'contractNumber'];
  for (const name of texts) if (set[name] === null) set[name] = '';
  if (typeof set.code === 'string') set.code = set.code.toUpperCase();
  return { ...set, ...(features ? { features: { ...project.features, ...features } } : {}) };
}

/** Refuses changes that the caller's flags do not allow, and after the subscription's end any change except its extension. */
async function assertCovered(ctx: Ctx, names: readonly string[]): Promise<void> {
  const [keeping, ending] = [names.includes('serviceEndsOn'), names.filter(name => name !== 'serviceEndsOn')];
  if (keeping && !(await isInstallationAdmin(ctx.userId)))
    failFields({ serviceEndsOn: { code: 'KEEPER_ONLY' } }, 'KEEPER_ONLY');
  const { serviceEndsOn, timeZone } = ctx.project;
  if (ending.length > 0 && serviceEndsOn && dayOf(ctx.now, timeZone) > serviceEndsOn)
    fail('SERVICE_EXPIRED', { day: serviceEndsOn.split('-').reverse().join('/') });
  for (const name of ending)
    if (!can(ctx, module, name === 'features' ? 'updateStatus' : 'updateInfo'))
      fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module });
}

const loadNumbers = async (projectId: string, reader: string) => {
  const ofProject = { projectId, deletedAt: null };
  const [blocks, units, residents, staff] = await Promise.all(
    [block, unit, resident, employee].map(definition => loadTotal(definition, ofProject, reader)),
  );
  return { blocks: blocks ?? 0, units: units ?? 0, residents: residents ?? 0, staff: staff ?? 0 };
};
const numbers = { blocks: z.int(), units: z.int() };

/** Routes for the caller's projects and their settings. */
export const projectRoutes: Route[] = [
  route({
    method: 'get',
    path: '/unit-group-type/list',
    summary: 'What a building may be',
    module,
    audience: 'user',
    answer: z.array(z.object({ code: z.enum(BUILDING_TYPES), name: z.string() })),
    run: async ctx => BUILDING_TYPES.map(code => ({ code, name: text(ctx, `unit-group.options.type.${code}`) })),
  }),
  route({
    method: 'get',
    path: unitGroup.path,
    summary: 'Projects in which the caller has a place, with their numbers',
    module,
    audience: 'user',
    answer: z.array(projectSchema.extend({ ...numbers, residents: z.int(), staff: z.int() })),
    async run(ctx) {
      const buildings = (await Promise.all((await loadProjects(ctx.userId)).map(loadProject))).filter(
        project => project !== null,
      );
      return Promise.all(
        buildings.map(async project => ({ ...shown(project), ...(await loadNumbers(project._id, ctx.actor.id)) })),
      );
    },
  }),
  route(oneProject, {
    batch: true,
    audience: 'user',
    async run(ctx, { params }) {
      const access = await accessTo(ctx.userId, params.id);
      // Read from the database, because another server may just have changed it.
      const project = access && (await projects().findOne({ _id: params.id }));
      if (!project) return fail('NOT_FOUND');
      const { blocks, units } = await loadNumbers(project._id, ctx.actor.id);
      return { ...shown(project), blocks, units };
    },
  }),
  route(projectContact, {
    residents: true,
    async run(ctx, { params }) {
      const { id, name, address, hotline, hotlines, logo } = shown(await ownProject(ctx, params.id));
      return { id, name, address, hotline, hotlines, logo };
    },
  }),
  route(projectSettings, {
    flags: ['read'],
    run: async (ctx, { params }) => settingsFor(ctx, await ownProject(ctx, params.id)),
  }),
  route({
    method: 'put',
    path: `${unitGroup.path}/:id`,
    summary: 'Set up a project: what it is and its rules (updateInfo), its features (updateStatus)',
    module,
    flags: ['updateInfo', 'updateStatus'],
    params: byId,
    body: changes,
    answer: projectSettingsSchema,
    async run(ctx, { params, body }) {
      const { version, ...values } = body;
      const project = await ownProject(ctx, params.id);
      await assertCovered(ctx, Object.keys(values));
      if ((project.version ?? 1) !== version) fail('DATA_STALE', { current: await settingsFor(ctx, project) });
      assertWritable(ctx, projectFields, values);
      const set = toSet(values, project);
      if (Object.keys(set).length === 0) return settingsFor(ctx, project);
      const numbers = await hotlineChanges(ctx, set);
      const changed = await changeProject(project._id, version, set, ctx, (setting, write) =>
        storeWithHotlines(ctx, numbers, setting, write),
      );
      return settingsFor(ctx, { ...changed, ...settingsOfHotlines(await hotlinesIn(project._id)) });
    },
  }),
];
