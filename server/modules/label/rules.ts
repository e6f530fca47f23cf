import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { outsideItself } from '../../kit/records/lists/tree.ts';
import type { RequestOf } from '../../kit/records/typed-behaviour.ts';
import { assertUnused } from '../../kit/store/refs/inbound-refs.ts';

/** Refuses to change the type of a label or group in use (rules.md 8). */
export const keepType = (definition: Definition) => async (ctx: Ctx, request: Request) => {
  const { values, doc } = request;
  if (doc && values.type !== undefined && values.type !== doc.type)
    await assertUnused(ctx, definition, doc, MODULES, 'LABEL_IN_USE');
  return values;
};

const keepGroupType = keepType(labelGroup);

const keepOutside = outsideItself(labelGroup, 'LABEL_GROUP_IN_ITSELF');

/** Refuses to move a group into itself or its subgroups (rules.md 8). */
export const checkGroup = async (ctx: Ctx, request: RequestOf<typeof labelGroup>) => {
  await keepGroupType(ctx, request);
  return keepOutside(ctx, request);
};
