import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';

/** Stock takes of assets need rights on assets too. */
type Kind = Values<typeof stockTake>['kind'];
const modulesOf = (kind: Kind) => (kind === 'ASSET' ? [stockTake.code, asset.code] : [stockTake.code]);

export const mayDo = (ctx: Ctx, kind: Kind, flag: Flag): boolean =>
  modulesOf(kind).every(module =>
    module === asset.code && flag === 'approve' ? can(ctx, module, 'updateStatus') : can(ctx, module, flag),
  );

export function needRight(ctx: Ctx, kind: Kind, flag: Flag): void {
  if (!mayDo(ctx, kind, flag)) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: asset.code });
}
