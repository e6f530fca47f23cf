import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { endsBy } from '../../platform/server-module.ts';
import { guestBehaviour } from './guests/guests.ts';
import { passBehaviour } from './pass/acts.ts';
import { visitBehaviour } from './rules.ts';

const tells = 'VISITS_ENDED' as const;

/** Guests, visits and passes that end when the household leaves; passes of workers end with their works. */
export const openVisits = [
  // Before the passes, whose ends cause the same changes.
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
