import type { Definition } from '@lobby/shared/kit/definition.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { depositAsked, regulationRoute, tellOfForm } from '../resident-form/index.ts';
import { acts } from './acts.ts';
import { calendarRoute } from './calendar.ts';
import { completeWorks } from './rules.ts';
import { makePasses } from './worker-passes.ts';
import { revealRoute } from './workers.ts';

/** Statuses in which workers have passes; they open when the works begin. */
const GOING: readonly unknown[] = ['APPROVED', 'IN_PROGRESS'];

/** Registrations of works. */
export const constructionRoutes = (all: readonly Definition[]): Route[] => [
  calendarRoute,
  revealRoute,
  regulationRoute(constructionRegistration, 'worksRules', 'construction-registration.regulation'),
  ...serve(
    constructionRegistration,
    {
      check: completeWorks,
      // Who joins the works later is known at the gate too.
      changes: async (ctx, done) => [
        ...(await depositAsked(ctx, constructionRegistration, done)),
        ...(done.doc && GOING.includes(done.doc.status) ? await makePasses(ctx, done.doc) : []),
      ],
      inTransaction: tellOfForm(constructionRegistration),
      acts,
    },
    all,
  ),
];
