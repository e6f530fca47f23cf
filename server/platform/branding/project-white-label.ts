import { byName } from '@lobby/shared/kit/collation.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { administeredBy, isInstallationAdmin } from '../auth/rights/installation-admins.ts';
import { changeProject, projects } from '../projects/projects.ts';
import {
  loadWhiteLabels,
  setWhiteLabel,
  type WhiteLabel,
  whiteLabelBy,
  whiteLabelSchema,
  whiteLabels,
} from './white-labels.ts';

const module = unitGroup.code;
const answer = z.object({
  ...whiteLabelSchema.shape,
  id: z.string(),
  version: z.int(),
  /** Names of the buildings that use it. */
  buildings: z.array(z.string()),
  /** Whether the caller may change it, and also its host names. */
  may: z.boolean(),
  keeper: z.boolean(),
});

/** White label of the caller's project, and the buildings that use it. */
async function ownLabel(ctx: Ctx): Promise<{ label: WhiteLabel; buildings: { _id: string; name: string }[] }> {
  // Another server may just have changed it.
  await loadWhiteLabels();
  const all = await projects()
    .find({}, { projection: { name: 1, whiteLabel: 1 } })
    .toArray();
  const label = whiteLabelBy(all.find(project => project._id === ctx.projectId)?.whiteLabel);
  return {
    label,
    buildings: all
      .filter(project => whiteLabelBy(project.whiteLabel)._id === label._id)
      .sort((a, b) => byName(a.name, b.name)),
  };
}

/** A label is used by several buildings, so changing it requires Admin in all of them. */
async function rightsOn(ctx: Ctx, buildings: readonly { _id: string }[]): Promise<{ may: boolean; keeper: boolean }> {
  const [administered, keeper] = await Promise.all([administeredBy(ctx.userId), isInstallationAdmin(ctx.userId)]);
  return { may: keeper || buildings.every(({ _id }) => administered.has(_id)), keeper };
}

async function shown(ctx: Ctx): Promise<z.output<typeof answer>> {
  const { label, buildings } = await ownLabel(ctx);
  const { _id: id, ...values } = label;
  const administered = await administeredBy(ctx.userId);
  // The caller sees only names of buildings they have access to.
  const named = buildings.filter(({ _id }) => administered.has(_id) || _id === ctx.projectId).map(({ name }) => name);
  return { ...values, id, buildings: named, ...(await rightsOn(ctx, buildings)) };
}

/** Refuses changes of host names and the default by others than the installation's admins, since they affect everybody. */
function assertHosts(label: WhiteLabel, change: Pick<WhiteLabel, 'hosts' | 'isDefault'>): void {
  const others = String([...label.hosts].sort()) !== String([...change.hosts].sort());
  if (others) failFields({ hosts: { code: 'KEEPER_ONLY' } }, 'KEEPER_ONLY');
  if (label.isDefault !== change.isDefault) failFields({ isDefault: { code: 'KEEPER_ONLY' } }, 'KEEPER_ONLY');
}

/** White label of a project, for those who may change it. */
export const projectWhiteLabelRoutes: Route[] = [
  route({
    method: 'get',
    path: '/white-label/own',
    summary: 'White label of the project, whole',
    module,
    flags: ['read'],
    answer,
    run: shown,
  }),
  route({
    method: 'put',
    path: '/white-label/own',
    summary: 'Change the white label of the project: who is Admin in every building under it',
    module,
    flags: ['updateInfo'],
    body: whiteLabelSchema.extend({ version: z.int().min(0).max(1_000_000_000) }),
    answer,
    async run(ctx, { body: { version, ...values } }) {
      const { label, buildings } = await ownLabel(ctx);
      const { may, keeper } = await rightsOn(ctx, buildings);
      if (!may) fail('WHITE_LABEL_NOT_YOURS');
      if (label.version !== version) fail('DATA_STALE', { current: await shown(ctx) });
      if (!keeper) assertHosts(label, values);
      const under = buildings.map(({ _id }) => _id);
      await setWhiteLabel(label._id, version, values, ctx, under);
      return shown(ctx);
    },
  }),
  route({
    method: 'post',
    path: '/white-label/own',
    summary: 'Give the project a white label of its own, like the one it has: who keeps the installation',
    module,
    flags: ['updateInfo'],
    body: z.strictObject({ name: whiteLabelSchema.shape.name }),
    answer,
    async run(ctx, { body }) {
      if (!(await isInstallationAdmin(ctx.userId))) fail('KEEPER_ONLY');
      const { label } = await ownLabel(ctx);
      const { _id: like, version: _version, ...values } = label;
      // One per project: a repeated request gets the same.
      const id = `own-${ctx.projectId}`;
      if (like === id) return shown(ctx);
      const made = await whiteLabels().findOne({ _id: id });
      if (!made) await setWhiteLabel(id, 0, { ...values, ...body, hosts: [], isDefault: false }, ctx);
      const project = await projects().findOne({ _id: ctx.projectId });
      await changeProject(ctx.projectId, project?.version ?? 1, { whiteLabel: id }, ctx);
      return shown(ctx);
    },
  }),
];
