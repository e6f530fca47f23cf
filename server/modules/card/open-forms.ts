import { cardRegistration, OPEN_FORMS } from '@lobby/shared/modules/card-registration.ts';
import { endsBy } from '../../platform/server-module.ts';
import { registrationBehaviour } from './registration/registration.ts';

/** Form types that return a card or report it lost; they stay open when a household leaves. */
const GIVING_BACK = ['CANCEL', 'CANCEL_TICKET', 'LOST'] as const;

/** Open forms by which a household requests cards. */
export const openForms = endsBy({
  definition: cardRegistration,
  name: 'cancel',
  actions: registrationBehaviour.actions,
  where: () => ({ status: { $in: OPEN_FORMS }, type: { $nin: GIVING_BACK } }),
});
