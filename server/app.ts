import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MODULES } from '@lobby/shared/modules/index.ts';
import compression from 'compression';
import express, { type Express } from 'express';
import helmet from 'helmet';
import qs from 'qs';
import type { Env } from './env.ts';
import { docsPage } from './kit/docs.ts';
import { mark, mount, referrersOf, refuse } from './kit/edge.ts';
import { fail } from './kit/fail.ts';
import { fileRoutes } from './kit/file-routes.ts';
import { describe } from './kit/openapi.ts';
import { type Addresses, ownOriginOnly, tlsOnly } from './kit/origin.ts';
import { progressRoutes } from './kit/progress.ts';
import type { Route } from './kit/route.ts';
import { fileGuards, moduleRoutes } from './modules/index.ts';
import { accountRoutes } from './platform/accounts/index.ts';
import { activityRoutes } from './platform/activity/routes.ts';
import { authRoutes } from './platform/auth.ts';
import { badgeRoutes } from './platform/badges.ts';
import { baseDataRoutes } from './platform/base-data/routes.ts';
import { dictionaryRoutes } from './platform/dictionary-routes.ts';
import { featureRoutes } from './platform/features.ts';
import { identify } from './platform/identify.ts';
import { outbox } from './platform/mail.ts';
import { maintenanceRoutes } from './platform/maintenance.ts';
import { metricsPage, type Readings } from './platform/metrics.ts';
import { newBuildingRoutes } from './platform/new-building.ts';
import { ownLabelRoutes } from './platform/own-label.ts';
import { ownWordsRoutes } from './platform/own-words.ts';
import { dressPage } from './platform/page.ts';
import { pageViewRoutes } from './platform/page-views.ts';
import { preferenceRoutes } from './platform/preferences.ts';
import { projectRoutes } from './platform/project-routes.ts';
import { roomMemberRoutes } from './platform/room-members.ts';
import { searchRoutes } from './platform/search.ts';
import { viewRoutes } from './platform/views/routes.ts';
import { whiteLabelRoutes } from './platform/white-label-routes.ts';
import { whiteLabelOf } from './platform/white-labels.ts';

/** Every route of the product, in the order they are matched; made once, when they are first asked for. */
export function allRoutes(): readonly Route[] {
  made ??= makeRoutes();
  return made;
}
let made: readonly Route[] | undefined;

const makeRoutes = (): readonly Route[] => [
  ...authRoutes,
  ...accountRoutes,
  ...fileRoutes(fileGuards),
  ...progressRoutes,
  ...badgeRoutes,
  ...preferenceRoutes,
  ...activityRoutes,
  ...pageViewRoutes,
  ...roomMemberRoutes,
  ...searchRoutes,
  ...viewRoutes,
  ...projectRoutes,
  ...newBuildingRoutes,
  ...baseDataRoutes,
  ...featureRoutes,
  ...whiteLabelRoutes,
  ...ownLabelRoutes,
  ...dictionaryRoutes,
  ...ownWordsRoutes,
  ...maintenanceRoutes,
  ...moduleRoutes(),
];

const parseQuery = (query: string) =>
  qs.parse(query, {
    depth: 4,
    strictDepth: true,
    arrayLimit: 200,
    parameterLimit: 300,
    throwOnLimitExceeded: true,
    allowPrototypes: false,
  });

/** The web application: marks, limits, reads, answers, refuses; in that order. */
export function makeApp(env: Env, readings: Readings): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', env.TRUST_PROXY);
  app.set('query parser', (query: string) => {
    try {
      return parseQuery(query);
    } catch {
      // Handed on as what no schema takes, so that it is refused like any other wrong query.
      return { query: 'TOO_MANY' };
    }
  });
  app.use(mark);
  app.use((_req, res, next) => {
    res.locals.nonce = randomBytes(16).toString('base64');
    next();
  });
  app.use(security(env));
  app.use(compression());
  app.get('/healthz', (_req, res) => void res.json({ code: 'SUCCESS', data: 'alive' }));
  app.get('/readyz', (_req, res) => {
    const ready = readings.ready();
    res.status(ready ? 200 : 503).json({ code: ready ? 'SUCCESS' : 'NOT_READY', data: null });
  });
  app.get('/metrics', metricsPage(env.METRICS_TOKEN, readings));

  const addresses = addressesOf(env);
  app.use(tlsOnly(addresses));
  const api = express.Router();
  const routes = allRoutes();
  let description: ReturnType<typeof describe> | undefined;
  api.use(ownOriginOnly(addresses));
  api.use(express.json({ limit: '256kb' }));
  api.get('/openapi.json', (_req, res) => {
    // Not before somebody asks: a start has better to do.
    description ??= describe(routes);
    res.json(description);
  });
  api.get('/docs', (_req, res) => void res.type('html').send(docsPage(routes)));
  api.use('/outbox', outbox(env));
  mount(api, routes, identify, referrersOf(MODULES));
  api.use(() => fail('NOT_FOUND'));
  app.use('/api', api);
  serveClient(app, env.CLIENT_DIR);
  app.use(refuse(Object.assign({}, ...MODULES.map(one => one.errors))));
  return app;
}

/** Under which addresses browsers see this server. */
export const addressesOf = ({ PUBLIC_URL, loopback, tls }: Env): Addresses => ({
  publicUrl: PUBLIC_URL,
  loopback,
  tls,
});

function security({ tls }: Env) {
  return helmet({
    // A browser that has seen it never speaks in the clear again: only where TLS is sure to stay.
    strictTransportSecurity: tls !== null && { maxAge: 365 * 86_400, includeSubDomains: false },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: [
          "'self'",
          (_req, res) => `'nonce-${(res as unknown as { locals: { nonce: string } }).locals.nonce}'`,
        ],
        // Positions that scripts set on elements; no style sheet gets in by them.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
  });
}

function serveClient(app: Express, dir: string): void {
  const root = resolve(dir);
  app.use('/assets', express.static(join(root, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }));
  app.use(express.static(root, { index: false, maxAge: '1h' }));
  let page = '';
  app.get('/{*rest}', (req, res) => {
    page ||= readFileSync(join(root, 'index.html'), 'utf8');
    res
      .set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' })
      .send(dressPage(page, whiteLabelOf(undefined, req.hostname), res.locals.nonce));
  });
}
