import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { depositAsked, notifyOfForm, regulationRoute } from '../resident-form/index.ts';
import { acts } from './acts.ts';
import { calendarRoute } from './calendar.ts';
import { worksJob } from './jobs.ts';
import { openWorks } from './open-works.ts';
import { completeWorks } from './rules.ts';
import { makePasses } from './worker-passes.ts';
import { forgetWorkersJob } from './worker-retention.ts';
import { revealRoute } from './workers.ts';

/** Statuses in which workers have passes, which become usable when the works begin. */
const GOING: readonly string[] = ['APPROVED', 'IN_PROGRESS'];

export const constructionRegistrationModule = defineServerModule({
  name: 'construction-registration',
  routes: [
    calendarRoute,
    revealRoute,
    regulationRoute(constructionRegistration, 'worksRules', 'construction-registration.regulation'),
  ],
  serves: [
    serves(constructionRegistration, {
      check: completeWorks,
      // Workers added later get passes too.
      changes: async (ctx, done) => [
        ...(await depositAsked(ctx, constructionRegistration, done)),
        ...(done.doc && GOING.includes(done.doc.status) ? await makePasses(ctx, done.doc) : []),
      ],
      inTransaction: notifyOfForm(constructionRegistration),
      actions: acts,
    }),
  ],
  openOf: openWorks,
  jobs: [worksJob, forgetWorkersJob],
});
