import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import {
  addFiles,
  beginForm,
  depositActs,
  depositAsked,
  depositDue,
  depositGivenUp,
  formActs,
  refuseHeld,
  refuseUncollected,
  refuseUnrefunded,
  regulationRoute,
  tellOfForm,
  told,
} from '../resident-form/index.ts';
import { endPasses, makePasses } from './worker-passes.ts';

const deposits = depositActs(constructionRegistration);

async function completeRegistration(ctx: Ctx, request: Request): Promise<Record<string, unknown>> {
  const { kind, values, doc } = request;
  if (kind === 'remove') refuseHeld(doc);
  if (kind === 'remove' || kind === 'restore') return values;
  // What is given now is not over; what was given once stays.
  const today = dayOf(ctx.now, ctx.project.timeZone);
  for (const name of ['startDate', 'endDate'])
    if (typeof values[name] === 'string' && values[name] !== doc?.[name] && values[name] < today)
      failFields({ [name]: { code: 'DATE_IN_PAST' } });
  // The deposit is the building's to ask for.
  const given = ctx.kind === 'resident' ? { ...values, deposit: null } : values;
  const due = depositDue(given, doc);
  const waits = due.depositStatus === 'WAIT_FOR_DEPOSIT';
  return { ...given, ...due, ...(await beginForm(ctx, constructionRegistration, request, waits)) };
}

/** Registrations of works. */
export const constructionRoutes = (all: readonly Definition[]): Route[] => [
  regulationRoute(constructionRegistration, 'worksRules', 'construction-registration.regulation'),
  ...serve(
    constructionRegistration,
    {
      check: completeRegistration,
      // Who joins the works later, or for longer, is known at the gate too.
      changes: async (ctx, done) => [
        ...(await depositAsked(ctx, constructionRegistration, done)),
        ...(done.kind === 'update' && done.doc.status === 'IN_PROGRESS' ? await makePasses(ctx, done.doc) : []),
      ],
      inTransaction: tellOfForm(constructionRegistration),
      acts: {
        ...formActs(constructionRegistration, {
          approve: (_ctx, doc) => {
            refuseUncollected(doc);
            return {};
          },
          begin: async (ctx, doc) => ({ set: { startedAt: ctx.now }, with: await makePasses(ctx, doc) }),
          complete: async (ctx, doc, input) => ({
            set: { ...refuseUnrefunded(doc, input), completedAt: ctx.now, stopped: false },
            with: await endPasses(ctx, doc),
          }),
          end: async (ctx, doc) => ({ with: await depositGivenUp(ctx, constructionRegistration, doc) }),
        }),
        'hand-in': async (ctx, doc, { files }) => {
          if (!Array.isArray(files) || files.length === 0) failFields({ files: { code: 'REQUIRED' } });
          const papers = await addFiles(ctx, constructionRegistration, doc, 'acceptanceFiles', files);
          const set = { ...papers.set, acceptanceAt: ctx.now };
          return told(constructionRegistration, ctx, doc, 'CONSTRUCTION_REGISTRATION_HANDED_IN', { ...papers, set });
        },
        'deposit/deposit': deposits.take,
        'deposit/confirm': deposits.confirm,
        'deposit/refund': deposits.refund,
        stop: (ctx, doc) =>
          told(constructionRegistration, ctx, doc, 'CONSTRUCTION_REGISTRATION_STOPPED', { set: { stopped: true } }),
        resume: (ctx, doc) =>
          told(constructionRegistration, ctx, doc, 'CONSTRUCTION_REGISTRATION_RESUMED', { set: { stopped: false } }),
      },
    },
    all,
  ),
];
