import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import {
  type HouseRules,
  RECEPTION_OF_RESIDENTS,
  type ReceptionSettings,
  receptionFields,
  receptionOf,
} from '@lobby/shared/modules/reception-settings.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Project, projects } from '../projects/projects.ts';
import { receptionChanges } from './input.ts';
import { changeReception } from './reception.ts';

/** Readers of one of these modules may read the settings. */
const READERS = [
  unitGroup.code,
  'ACCESS_MANAGEMENT',
  'INVENTORY_TRANSFER_MANAGEMENT',
  'CONSTRUCTION_MANAGEMENT',
  'CARD_REGISTRATION_MANAGEMENT',
  'CARD',
  'APPROVAL_FLOW',
  'PARCEL',
  'SHIFT_LOG',
] as const;

const numbers = z.record(z.string(), z.int());
const texts = z.record(z.string(), z.string());
const rules = z.object({
  text: z.partialRecord(z.enum(LANGUAGES), z.string()),
  files: z.array(fileSchema),
  edition: z.int(),
  updatedAt: z.iso.datetime().nullable(),
});
const shared = {
  desks: z.array(z.object({ name: z.string() })),
  workHours: texts,
  noisyHours: texts,
  worksDeposits: numbers,
  cardDeposits: numbers,
  vehicleLimits: numbers,
};
const flagsAndNumbers = Object.fromEntries(
  Object.entries(receptionFields).map(([name, { kind }]) => [name, kind === 'flag' ? z.boolean() : z.int()]),
);
const answer = z.object({
  ...shared,
  ...flagsAndNumbers,
  visitorCloseTime: z.string(),
  parcelReminderTime: z.string(),
  parcelReminderDays: z.array(z.int()),
  movingRules: rules,
  worksRules: rules,
  version: z.int(),
});
/** Residents get a part of the settings. */
const partly = answer.partial();

const withFiles = (one: HouseRules, known: ReadonlyMap<string, FileInfo>) => ({
  ...one,
  files: one.files.flatMap(id => known.get(id) ?? []),
});

async function shown(ctx: Ctx, project: Project): Promise<z.output<typeof partly>> {
  const settings: ReceptionSettings = receptionOf(project.reception);
  if (ctx.kind === 'resident') return Object.fromEntries(RECEPTION_OF_RESIDENTS.map(name => [name, settings[name]]));
  const { movingRules, worksRules, ...rest } = settings;
  const known = await loadFiles(ctx, [...movingRules.files, ...worksRules.files]);
  return {
    ...(rest as object),
    movingRules: withFiles(movingRules, known),
    worksRules: withFiles(worksRules, known),
    version: project.receptionVersion ?? 1,
  };
}

async function ownProject(ctx: Ctx, id: string): Promise<Project> {
  if (id !== ctx.projectId) fail('NOT_FOUND');
  // Read from the database, because another server may just have changed it.
  return (await projects().findOne({ _id: id })) ?? fail('NOT_FOUND');
}

const at = {
  path: `${unitGroup.path}/:id/reception`,
  module: unitGroup.code,
  params: z.strictObject({ id: idSchema }),
};

/** Routes for reception settings. */
export const receptionRoutes: Route[] = [
  route({
    ...at,
    method: 'get',
    summary: 'What is set for visitors, moves, works, cards, parcels and shifts',
    residents: true,
    answer: partly,
    async run(ctx, { params }) {
      if (ctx.kind === 'staff' && !READERS.some(code => can(ctx, code, 'read')))
        fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: unitGroup.code });
      return shown(ctx, await ownProject(ctx, params.id));
    },
  }),
  route({
    ...at,
    method: 'put',
    summary: 'Change what is set for the reception: only the keys that are given',
    flags: ['updateInfo'],
    body: receptionChanges,
    answer: partly,
    async run(ctx, { params, body }) {
      const change = body as Parameters<typeof changeReception>[2];
      return shown(ctx, await changeReception(ctx, await ownProject(ctx, params.id), change));
    },
  }),
];

/** House rules in a language, otherwise in Vietnamese, otherwise in any. */
export function textIn({ text }: HouseRules, language: Language): string {
  return text[language] ?? text.vi ?? Object.values(text)[0] ?? '';
}
