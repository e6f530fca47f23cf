import type { Definition } from '@lobby/shared/kit/definition.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { tellOfForm } from '../resident-form/index.ts';
import { tellOfQuestion } from './asking.ts';
import { completeGuest, guestActs } from './guests.ts';
import { insideRoutes } from './inside.ts';
import { passBehaviour } from './pass-acts.ts';
import { checkRoute } from './pass-check.ts';
import { passPage } from './pass-page.ts';
import { passMoved, passOf } from './passes.ts';
import { visitorRoutes } from './routes.ts';
import { acts, completeVisitor } from './rules.ts';
import { watchBehaviour, watchRoute } from './watch-entries.ts';

export { openVisits } from './leaving.ts';
export { newPassCode, newToken, passMoved, passOf, passRevoked, valuesOf } from './passes.ts';

/** Calls of the specification that are standard ones under another path (rules.md 7). */
const NAMED: Readonly<Record<string, string>> = {
  [`get ${guest.path}`]: '/form-data/guest-unit',
  [`put ${visitor.path}/:id`]: '/form-data/visitor/:id',
};

const ofForm = tellOfForm(visitor);
const told: typeof ofForm = async (ctx, session, done) => {
  // Each is told of a visit once: a question goes before the news of it.
  await tellOfQuestion(ctx, session, done);
  await ofForm(ctx, session, done);
};

/** The pass that a visit begins with, if it does, and that follows it. */
function withPass(): Pick<Behaviour, 'changes' | 'first'> {
  const begun = new WeakMap<Stored, string>();
  return {
    async changes(ctx, { doc, before }) {
      if (!doc) return [];
      if (before) return passMoved(ctx, before, doc);
      if (typeof doc.passCode !== 'string') return [];
      const pass = await passOf(ctx, doc);
      begun.set(doc, pass.insert?._id ?? '');
      return [pass];
    },
    async first(_ctx, _session, doc) {
      doc.passId = begun.get(doc) ?? null;
    },
  };
}

/** Visits, familiar guests and their passes. */
export function visitorModuleRoutes(all: readonly Definition[]): Route[] {
  const behaviour = { ...withPass(), check: completeVisitor, inTransaction: told, acts };
  const own = [
    ...passPage(behaviour),
    checkRoute,
    ...insideRoutes,
    watchRoute,
    ...visitorRoutes(behaviour),
    ...serve(visitor, behaviour, all),
    ...serve(guest, { check: completeGuest, acts: guestActs }, all),
    ...serve(visitorPass, passBehaviour, all),
    ...serve(watchEntry, watchBehaviour, all),
  ];
  const named = own.flatMap(one => {
    const path = NAMED[`${one.method} ${one.path}`];
    return path ? [{ ...one, path }] : [];
  });
  return [...named, ...own];
}
