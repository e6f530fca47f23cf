import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { endsBy } from '../../platform/server-module.ts';
import { guestBehaviour } from './guests.ts';
import { passBehaviour } from './pass-acts.ts';
import { visitBehaviour } from './rules.ts';

const tells = 'VISITS_ENDED' as const;

/** Familiar guests, those who are still to come, and passes that still let in; who works in the unit does not come for the household. */
export const openVisits = [
  // Before their passes, which tell the same of them.
  endsBy({
    definition: guest,
    name: 'moved-out',
    actions: guestBehaviour.actions,
    where: () => ({ insideNow: false, $or: [{ familiar: true }, { passState: 'ACTIVE' }] }),
    tells,
  }),
  endsBy({
    definition: visitor,
    name: 'cancel',
    actions: visitBehaviour.actions,
    where: () => ({ status: { $in: ['WAITING', 'APPROVED'] } }),
    tells,
  }),
  endsBy({
    definition: visitorPass,
    name: 'revoke',
    actions: passBehaviour.actions,
    where: () => ({ status: 'ACTIVE', subject: { $ne: 'WORKER' } }),
    tells,
  }),
];
