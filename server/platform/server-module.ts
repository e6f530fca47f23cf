import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Env } from '../env.ts';
import type { Ctx } from '../kit/base/context.ts';
import type { ModuleListener } from '../kit/base/module-event.ts';
import type { Collection } from '../kit/database/database.ts';
import type { FileGuard } from '../kit/files/file-routes.ts';
import type { Route } from '../kit/http/route.ts';
import type { Job } from '../kit/jobs/jobs.ts';
import type { Feed } from '../kit/live/feed/feed.ts';
import type { Live } from '../kit/live/live.ts';
import type { MailKind } from '../kit/mail/send.ts';
import type { Rule } from '../kit/records/acts/act.ts';
import { type ActName, type AnyActions, type BehaviourOf, rulesOf, untyped } from '../kit/records/typed-behaviour.ts';
import { type ModuleBehaviour, serve } from '../kit/serve.ts';
import type { EventRow } from '../kit/store/events.ts';
import { type AnyDoc, records, type Where } from '../kit/store/records.ts';
import type { addPersonalBadge } from './badges/badges.ts';
import type { HomeFigure } from './home/figures.ts';
import type { Starter } from './projects/building/starters.ts';

/** A definition whose standard routes the module serves, with its hooks. */
export interface Served {
  definition: Definition;
  behaviour: ModuleBehaviour;
  /** Changes each standard route, if its answer holds more than the record. */
  decorate?: (route: Route) => Route;
}

/** Pairs a definition with its behaviour, type-checked against each other. */
export function serves<const D extends Definition>(
  definition: D,
  behaviour: BehaviourOf<D> = {},
  decorate?: Served['decorate'],
): Served {
  return { definition, behaviour: untyped(behaviour), ...(decorate && { decorate }) };
}

/** A record that ends with its household, and by which act. */
export interface Ending {
  definition: Definition;
  name: string;
  doc: AnyDoc;
  rule: Rule;
  /** Notification to readers of its module, one per unit for all records that end. */
  tells?: NotificationType;
}

/** Loads a module's open records of a unit's household. */
export type OpenOf = (ctx: Ctx, unitId: string) => Promise<Ending[]>;

/** More than a household has of one kind. */
const MOST_OPEN = 500;

interface EndsBy<D extends Definition> {
  definition: D;
  /** The act that ends them, and the rules that include it. */
  name: ActName<D>;
  actions: AnyActions | undefined;
  /** Filter of open records, beside the unit. */
  where: (ctx: Ctx) => Where<D>;
  tells?: NotificationType;
}

/** Loads open records of one definition that end by one of its acts. */
export const endsBy =
  <const D extends Definition>({ definition, name, actions, where, tells }: EndsBy<D>): OpenOf =>
  async (ctx, unitId) => {
    const rule = rulesOf(actions)[name];
    if (!rule) throw new Error(`${definition.name} has no rule for ${name}`);
    const of = { ...where(ctx), unitId } as Where<D>;
    const docs = await records<Definition>(definition).find(ctx, of, { limit: MOST_OPEN });
    return docs.map(doc => ({ definition, name, doc, rule, ...(tells && { tells }) }));
  };

/** The server as modules see it. */
export interface Host {
  env: Env;
  /** Address under which browsers reach this server. */
  publicUrl: () => string;
}

/** Everything a module provides to the server. `server/app/modules.ts` lists the modules; nothing else names them. */
export interface ServerModule {
  /** Noun of the module, the name of its folder. */
  name: string;
  /** Definitions it serves, in matching order of their routes. */
  serves?: readonly Served[] | ((modules: readonly ServerModule[]) => readonly Served[]);
  /** Its plain routes, matched before the standard ones; one with the same method and path replaces the standard route. */
  routes?:
    | readonly Route[]
    | ((definitions: readonly Definition[], modules: readonly ServerModule[]) => readonly Route[]);
  /** Aliases of its calls, matched before them: `get /guest-unit` -> `/form-data/guest-unit`. */
  alsoAt?: Readonly<Record<string, string>>;
  jobs?: readonly Job[];
  /** Collections beside those of its definitions. */
  collections?: readonly Collection[];
  /** Initial data of a new project. */
  starters?: readonly Starter[];
  /** Mails it sends, by kind. */
  mails?: Readonly<Record<string, MailKind>>;
  /** Checks who may read files of its records, by definition, beyond the signed link. */
  fileGuards?: Readonly<Record<string, FileGuard>>;
  /** Definitions whose records residents follow live, with presence and typing. */
  watched?: readonly Definition[];
  /** Its open records of a unit's household, which end with it. */
  openOf?: OpenOf | readonly OpenOf[];
  /** Home page figures that its definition cannot declare. */
  figures?: readonly HomeFigure[];
  /** Handlers of other modules' events, within the same transaction. */
  listens?: readonly ModuleListener[];
  /** Called with each commit of this server. */
  onCommit?: (rows: readonly EventRow[]) => void;
  /** Called with the event feed of all servers and the connected sockets. */
  onFeed?: (feed: Feed, live: Live) => void;
  /** Badges with a count per person. */
  personalBadges?: Parameters<typeof addPersonalBadge>[];
  /** Reads its environment settings before the first call. */
  configure?: (host: Host) => void;
  /** Wraps routes of all modules. */
  decorateRoutes?: (routes: readonly Route[]) => Route[];
  /** Called for each mail that was sent or given up. */
  onMailOver?: (kind: string) => void;
  /** Stops its background work; awaited before the server closes its connections. */
  onStop?: () => Promise<void>;
}

export const defineServerModule = (module: ServerModule): ServerModule => module;

/** Open records of a household in all modules. */
export const openPartsOf = (modules: readonly ServerModule[]): OpenOf[] => modules.flatMap(({ openOf = [] }) => openOf);

/** Routes of a module in matching order. */
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
  const direct = [...plain.filter(route => !placed.has(route)), ...standard];
  const further = direct.flatMap(route => {
    const path = alsoAt[callOf(route)];
    return path ? [{ ...route, path }] : [];
  });
  return [...further, ...direct];
}
