import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { endsBy } from '../../platform/server-module.ts';
import { acts } from './acts.ts';

/** Works that a household registered and has not begun; works in progress are left to whoever takes over. */
export const openWorks = endsBy({
  definition: constructionRegistration,
  name: 'cancel',
  actions: acts,
  where: () => ({ status: { $in: ['WAITING', 'APPROVED'] } }),
});
