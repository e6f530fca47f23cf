import { cardRegistration, OPEN_FORMS } from '@lobby/shared/modules/card-registration.ts';
import { endsBy } from '../../platform/server-module.ts';
import { registrationBehaviour } from './registration.ts';

/** By these a household gives something back, or says that it is lost: they are of use as it leaves. */
const GIVING_BACK = ['CANCEL', 'CANCEL_TICKET', 'LOST'] as const;

/** The forms by which a household still asks for cards. */
export const openForms = endsBy({
  definition: cardRegistration,
  name: 'cancel',
  actions: registrationBehaviour.actions,
  where: () => ({ status: { $in: OPEN_FORMS }, type: { $nin: GIVING_BACK } }),
});
