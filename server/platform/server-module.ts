import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Env } from '../env.ts';
import type { Ctx } from '../kit/base/context.ts';
import type { ModuleListener } from '../kit/base/module-event.ts';
import type { Collection } from '../kit/database/database.ts';
import type { FileGuard } from '../kit/files/file-routes.ts';
import type { Route } from '../kit/http/route.ts';
import type { Job } from '../kit/jobs/jobs.ts';
import type { Feed } from '../kit/live/feed.ts';
import type { Live } from '../kit/live/live.ts';
import type { MailKind } from '../kit/mail/send.ts';
import type { Rule } from '../kit/records/act.ts';
import { type AnyActions, type BehaviourOf, rulesOf, untyped } from '../kit/records/typed-behaviour.ts';
import { type ModuleBehaviour, serve } from '../kit/serve.ts';
import type { EventRow } from '../kit/store/events.ts';
import { records, type Where } from '../kit/store/records.ts';
import type { Stored } from '../kit/store/schema.ts';
import type { addPersonalBadge } from './badges/badges.ts';
import type { HomeFigure } from './home/figures.ts';
import type { Starter } from './projects/starters.ts';

/** A definition whose standard routes the module answers, with what is special about its records. */
export interface Served {
  definition: Definition;
  behaviour: ModuleBehaviour;
  /** What each of its standard routes becomes, where the answer holds more than the record. */
  decorate?: (route: Route) => Route;
}

/** Names a definition and its behaviour; the compiler holds the one against the other. */
export function serves<const D extends Definition>(
  definition: D,
  behaviour: BehaviourOf<D> = {},
  decorate?: Served['decorate'],
): Served {
  return { definition, behaviour: untyped(behaviour), ...(decorate && { decorate }) };
}

/** A record that ends with the household that it is of, and by which act. */
export interface Ending {
  definition: Definition;
  name: string;
  doc: Stored;
  rule: Rule;
  /** Who reads its module is told, once for all that ends of it: whoever was expected is expected no more. */
  tells?: NotificationType;
}

/** What a module holds open of the household of a unit. */
export type OpenOf = (ctx: Ctx, unitId: string) => Promise<Ending[]>;

/** More of one kind than a household has. */
const MOST_OPEN = 500;

interface EndsBy<D extends Definition> {
  definition: D;
  /** The act that ends them, and the rules of which it is one. */
  name: string;
  actions: AnyActions | undefined;
  /** Which of them are open, beside that they are of the unit. */
  where: (ctx: Ctx) => Where<D>;
  tells?: NotificationType;
}

/** What is open of one definition, and ends by one of its acts. */
export const endsBy =
  <const D extends Definition>({ definition, name, actions, where, tells }: EndsBy<D>): OpenOf =>
  async (ctx, unitId) => {
    const rule = rulesOf(actions)[name];
    if (!rule) throw new Error(`${definition.name} has no rule for ${name}`);
    const of = { ...where(ctx), unitId } as Where<D>;
    const docs = await records<Definition>(definition).find(ctx, of, { limit: MOST_OPEN });
    return docs.map(doc => ({ definition, name, doc, rule, ...(tells && { tells }) }));
  };

/** The server that modules are part of, as they see it. */
export interface Host {
  env: Env;
  /** Where browsers find this server. */
  publicUrl: () => string;
}

/** All that a module gives to the server; `server/app/modules.ts` lists the modules, and nothing of them is named elsewhere. */
export interface ServerModule {
  /** The noun of the module, as its folder. */
  name: string;
  /** Definitions that it answers for, in the order in which their routes are matched. */
  serves?: readonly Served[] | ((modules: readonly ServerModule[]) => readonly Served[]);
  /** Its plain routes: matched before the standard ones, and in their place where method and path are the same. */
  routes?:
    | readonly Route[]
    | ((definitions: readonly Definition[], modules: readonly ServerModule[]) => readonly Route[]);
  /** Further paths of its calls, matched before them: `get /guest-unit` -> `/form-data/guest-unit`. */
  alsoAt?: Readonly<Record<string, string>>;
  jobs?: readonly Job[];
  /** What it stores beside the records of its definitions. */
  collections?: readonly Collection[];
  /** What a new project begins with. */
  starters?: readonly Starter[];
  /** The mails that it sends, by kind. */
  mails?: Readonly<Record<string, MailKind>>;
  /** Who may read the files of its records, by the name of the definition, where a signed link alone does not say it. */
  fileGuards?: Readonly<Record<string, FileGuard>>;
  /** Definitions whose records residents look at live: they see who else is there and who writes an answer. */
  watched?: readonly Definition[];
  /** What it holds open of the household of a unit, which ends with it. */
  openOf?: OpenOf | readonly OpenOf[];
  /** Its numbers of the page at which work begins, which its definition cannot say. */
  figures?: readonly HomeFigure[];
  /** Takes part in what other modules do, in the same transaction. */
  listens?: readonly ModuleListener[];
  /** Hears what this server has committed. */
  onCommit?: (rows: readonly EventRow[]) => void;
  /** Hears the events of all servers, and tells who is connected. */
  onFeed?: (feed: Feed, live: Live) => void;
  /** Badges that are each person's own. */
  personalBadges?: Parameters<typeof addPersonalBadge>[];
  /** Takes what it needs of the environment, before the first call. */
  configure?: (host: Host) => void;
  /** Puts something around routes of all modules. */
  decorateRoutes?: (routes: readonly Route[]) => Route[];
  /** Hears each mail of these kinds once it is over, whether it went out or not. */
  onMailOver?: (kind: string) => void;
  /** Ends what it has at work; the server waits for it before it closes its connections. */
  onStop?: () => Promise<void>;
}

/** Declares what a module gives to the server. */
export const defineServerModule = (module: ServerModule): ServerModule => module;

/** What all modules hold open of a household. */
export const openPartsOf = (modules: readonly ServerModule[]): OpenOf[] => modules.flatMap(({ openOf = [] }) => openOf);

/** The routes of a module in the order in which they are matched. */
export function routesOf(
  { routes = [], serves = [], alsoAt = {} }: ServerModule,
  definitions: readonly Definition[],
  modules: readonly ServerModule[],
): Route[] {
  const plain = typeof routes === 'function' ? routes(definitions, modules) : routes;
  const callOf = ({ method, path }: Route) => `${method} ${path}`;
  const byCall = new Map(plain.map(route => [callOf(route), route]));
  const served = typeof serves === 'function' ? serves(modules) : serves;
  const standard = served.flatMap(({ definition, behaviour, decorate = route => route }) =>
    serve(definition, behaviour, definitions).map(route => byCall.get(callOf(route)) ?? decorate(route)),
  );
  const placed = new Set(standard);
  const own = [...plain.filter(route => !placed.has(route)), ...standard];
  const further = own.flatMap(route => {
    const path = alsoAt[callOf(route)];
    return path ? [{ ...route, path }] : [];
  });
  return [...further, ...own];
}
