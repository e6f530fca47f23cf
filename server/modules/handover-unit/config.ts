import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { handoverConfigSchema, handoverSettings } from '@lobby/shared/modules/handover-config.contract.ts';
import {
  configFits,
  HANDOVER_CONFIG,
  HANDOVER_DEFAULTS,
  type HandoverConfig,
} from '@lobby/shared/modules/handover-config.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { assertWritable } from '../../kit/records/records.ts';
import { checkRefs, checkWorkers } from '../../kit/store/refs/refs.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import { keepSettings, keptVersion, toldIn } from '../../platform/settings/kept-settings.ts';

/** Handover settings of a project. */
export const handoverConfig = async (projectId: string): Promise<HandoverConfig> => ({
  ...HANDOVER_DEFAULTS,
  ...(await loadProject(projectId))?.handover,
});

/** Updates the settings; existing appointments stay. */
export async function changeConfig(ctx: Ctx, { version, ...change }: Record<string, unknown> & { version: number }) {
  const values = toldIn(change);
  const before = await handoverConfig(ctx.projectId);
  const errors = configFits(values);
  const codes = [...new Set(Object.values(errors).map(({ code }) => code))];
  if (codes.length > 0) failFields(errors, codes.length === 1 ? codes[0] : undefined);
  assertWritable(ctx, HANDOVER_CONFIG, values);
  await checkRefs(ctx, HANDOVER_CONFIG, values);
  await checkWorkers(ctx, HANDOVER_CONFIG, values);
  return keepSettings(ctx, 'handover', version, before, { ...before, ...values });
}

const path = '/handover/config';

export const configRoutes: readonly Route[] = [
  route(handoverSettings, {
    flags: ['read'],
    run: async ({ projectId }) => ({
      ...(await handoverConfig(projectId)),
      version: await keptVersion(projectId, 'handover'),
    }),
  }),
  route({
    method: 'put',
    path,
    module: HANDOVER,
    flags: ['write'] as const,
    answer: handoverConfigSchema,
    summary: 'Change how flats are handed over: only the keys that are given',
    body: inputSchema(HANDOVER_CONFIG, 'update').extend({ version: z.int().min(1).max(1_000_000_000) }),
    run: async (ctx, { body }) => changeConfig(ctx, body),
  }),
];
