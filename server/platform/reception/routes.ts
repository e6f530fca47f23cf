import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import {
  changeReceptionSettings,
  receptionSchema,
  receptionSettings,
} from '@lobby/shared/modules/reception-settings.contract.ts';
import {
  type HouseRules,
  RECEPTION_OF_RESIDENTS,
  type ReceptionSettings,
  receptionOf,
} from '@lobby/shared/modules/reception-settings.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Project, projects } from '../projects/projects.ts';
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

/** Residents get a part of the settings. */
const partly = receptionSchema.partial();

const withFiles = (rules: HouseRules, files: ReadonlyMap<string, FileInfo>) => ({
  ...rules,
  files: rules.files.flatMap(id => files.get(id) ?? []),
});

async function shown(ctx: Ctx, project: Project): Promise<z.output<typeof partly>> {
  const settings: ReceptionSettings = receptionOf(project.reception);
  if (ctx.kind === 'resident') return Object.fromEntries(RECEPTION_OF_RESIDENTS.map(name => [name, settings[name]]));
  const { movingRules, worksRules, ...rest } = settings;
  const files = await loadFiles(ctx, [...movingRules.files, ...worksRules.files]);
  return {
    ...(rest as object),
    movingRules: withFiles(movingRules, files),
    worksRules: withFiles(worksRules, files),
    version: project.receptionVersion ?? 1,
  };
}

async function ownProject(ctx: Ctx, id: string): Promise<Project> {
  if (id !== ctx.projectId) fail('NOT_FOUND');
  // Read from the database, because another server may just have changed it.
  return (await projects().findOne({ _id: id })) ?? fail('NOT_FOUND');
}

/** Routes for reception settings. */
export const receptionRoutes: Route[] = [
  route(receptionSettings, {
    residents: true,
    async run(ctx, { params }) {
      if (ctx.kind === 'staff' && !READERS.some(code => can(ctx, code, 'read')))
        fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: unitGroup.code });
      return shown(ctx, await ownProject(ctx, params.id));
    },
  }),
  route(changeReceptionSettings, {
    flags: ['updateInfo'],
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
