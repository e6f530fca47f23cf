import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { endsBy } from '../../platform/server-module.ts';
import { acts } from './acts.ts';

/** Works that a household has registered and not begun; those that are going on are ended by who takes them over. */
export const openWorks = endsBy({
  definition: constructionRegistration,
  name: 'cancel',
  actions: acts,
  where: () => ({ status: { $in: ['WAITING', 'APPROVED'] } }),
});
