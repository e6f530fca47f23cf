import type { Definition } from '@lobby/shared/kit/definition.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { tellOfForm } from '../resident-form/index.ts';
import { tellOfQuestion } from './asking.ts';
import { guestPassRoutes } from './guest-pass.ts';
import { completeGuest, guestActs } from './guests.ts';
import { visitorRoutes } from './routes.ts';
import { acts, completeVisitor } from './rules.ts';

export { newPassCode } from './pass.ts';

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

/** Visits and familiar guests. */
export function visitorModuleRoutes(all: readonly Definition[]): Route[] {
  const behaviour = { check: completeVisitor, inTransaction: told, acts };
  const own = [
    ...guestPassRoutes,
    ...visitorRoutes(behaviour),
    ...serve(visitor, behaviour, all),
    ...serve(guest, { check: completeGuest, acts: guestActs }, all),
  ];
  const named = own.flatMap(one => {
    const path = NAMED[`${one.method} ${one.path}`];
    return path ? [{ ...one, path }] : [];
  });
  return [...named, ...own];
}
