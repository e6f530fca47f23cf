import { cardRegistration, OPEN_FORMS } from '@lobby/shared/modules/card-registration.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import type { Ending } from '../../platform/server-module.ts';
import { registrationBehaviour } from './registration.ts';

const MOST = 500;
/** By these a household gives something back, or says that it is lost: they are of use as it leaves. */
const GIVING_BACK = ['CANCEL', 'CANCEL_TICKET', 'LOST'] as const;

/** The forms by which a household still asks for cards. */
export async function openForms(ctx: Ctx, unitId: string): Promise<Ending[]> {
  const docs = await records(cardRegistration).find(
    ctx,
    { unitId, status: { $in: OPEN_FORMS }, type: { $nin: GIVING_BACK } },
    { limit: MOST },
  );
  const { cancel } = untyped(registrationBehaviour).acts;
  return docs.flatMap(doc => (cancel ? [{ definition: cardRegistration, name: 'cancel', doc, rule: cancel }] : []));
}
