import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { guardedFiles } from '../resident-form/index.ts';
import { guestBehaviour } from './guests/guests.ts';
import { insideRoutes } from './inside.ts';
import { forgetJob, noShowJob, overstayJob } from './jobs.ts';
import { openVisits } from './open-visits.ts';
import { passBehaviour } from './pass/acts.ts';
import { checkRoute } from './pass/check.ts';
import { passJob } from './pass/jobs.ts';
import { passPage } from './pass/page.ts';
import { visitorRoutes } from './routes.ts';
import { visitBehaviour } from './rules.ts';
import { watchBehaviour, watchJob, watchRoute } from './watch/entries.ts';

const visits = serves(visitor, visitBehaviour);

export const visitorModule = defineServerModule({
  name: 'visitor',
  routes: [...passPage(visits.behaviour), checkRoute, ...insideRoutes, watchRoute, ...visitorRoutes(visits.behaviour)],
  serves: [
    visits,
    serves(guest, guestBehaviour),
    serves(visitorPass, passBehaviour),
    serves(watchEntry, watchBehaviour),
  ],
  // Standard routes under the paths of the specification (rules.md 7).
  alsoAt: {
    [`get ${guest.path}`]: '/form-data/guest-unit',
    [`put ${visitor.path}/:id`]: '/form-data/visitor/:id',
  },
  jobs: [overstayJob, noShowJob, passJob, watchJob, forgetJob],
  fileGuards: {
    [visitor.name]: guardedFiles(visitor),
    [guest.name]: guardedFiles(guest),
    [watchEntry.name]: guardedFiles(watchEntry),
  },
  openOf: openVisits,
});
