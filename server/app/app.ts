import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MODULES } from '@lobby/shared/modules/index.ts';
import compression from 'compression';
import express, { type Express } from 'express';
import helmet from 'helmet';
import qs from 'qs';
import type { Env } from '../env.ts';
import { fail } from '../kit/base/errors.ts';
import { textBy } from '../kit/base/messages.ts';
import { fileRoutes } from '../kit/files/file-routes.ts';
import { mark, mount, refuse } from '../kit/http/adapter.ts';
import { batchRoute } from '../kit/http/batch.ts';
import { docs } from '../kit/http/docs.ts';
import { describe, type ReaderOf } from '../kit/http/openapi.ts';
import { type Addresses, ownHostOnly, ownOriginOnly, tlsOnly } from '../kit/http/origin.ts';
import { referrersOf } from '../kit/http/referrers.ts';
import type { Route } from '../kit/http/route.ts';
import { runRoutes } from '../kit/jobs/run-routes.ts';
import { accountRoutes } from '../platform/accounts/index.ts';
import { activityRoutes } from '../platform/activity/routes.ts';
import { identify } from '../platform/auth/identify.ts';
import { roomMemberRoutes } from '../platform/auth/members/room-members.ts';
import { authRoutes } from '../platform/auth/routes.ts';
import { badgeRoutes } from '../platform/badges/badges.ts';
import { baseDataRoutes } from '../platform/base-data/routes.ts';
import { brandPage } from '../platform/branding/branded-page.ts';
import { manifestOf } from '../platform/branding/manifest.ts';
import { projectWhiteLabelRoutes } from '../platform/branding/project-white-label.ts';
import { whiteLabelRoutes } from '../platform/branding/routes.ts';
import { isLabelHost, whiteLabelOf } from '../platform/branding/white-labels.ts';
import { dashboardRoutes } from '../platform/dashboard/routes.ts';
import { guideRoutes } from '../platform/guide/guide.ts';
import { homeRoutes } from '../platform/home/routes.ts';
import { waitingRoutes } from '../platform/home/waiting.ts';
import { maintenanceRoutes } from '../platform/maintenance/maintenance.ts';
import { metricsPage, type Readings } from '../platform/metrics/metrics.ts';
import { pageViewRoutes } from '../platform/metrics/page-views.ts';
import { outbox } from '../platform/notifications/mail.ts';
import { outboxRoutes } from '../platform/notifications/outbox-routes.ts';
import { installationRoutes } from '../platform/notifications/push/installations.ts';
import { notificationRoutes } from '../platform/notifications/routes.ts';
import { preferenceRoutes } from '../platform/preferences/preferences.ts';
import { newBuildingRoutes } from '../platform/projects/building/new-building.ts';
import { featureRoutes } from '../platform/projects/features.ts';
import { projectRoutes } from '../platform/projects/routes.ts';
import { receptionRoutes } from '../platform/reception/routes.ts';
import { searchRoutes } from '../platform/search/search.ts';
import { sendingRoutes } from '../platform/sending/routes.ts';
import { mailTracking } from '../platform/sending/track-mail.ts';
import { statisticsRoutes } from '../platform/statistics/routes.ts';
import { viewRoutes } from '../platform/views/routes.ts';
import { whatsNewRoutes } from '../platform/whats-new/whats-new.ts';
import { projectDictionaryRoutes } from '../platform/wording/project-dictionary.ts';
import { dictionaryRoutes } from '../platform/wording/routes.ts';
import { fileGuards, homeFigures, moduleRoutes } from './module-routes.ts';

/** All routes of the product in matching order; created on first use. */
export function allRoutes(): readonly Route[] {
  made ??= withBatch(makeRoutes());
  return made;
}
let made: readonly Route[] | undefined;

const makeRoutes = (): readonly Route[] => [
  ...authRoutes,
  ...accountRoutes,
  ...fileRoutes(fileGuards),
  ...runRoutes,
  ...badgeRoutes,
  ...waitingRoutes,
  ...homeRoutes(homeFigures),
  ...notificationRoutes,
  ...installationRoutes,
  ...outboxRoutes,
  ...preferenceRoutes,
  ...whatsNewRoutes,
  ...guideRoutes,
  ...activityRoutes,
  ...pageViewRoutes,
  ...roomMemberRoutes,
  ...searchRoutes,
  ...viewRoutes,
  ...dashboardRoutes,
  ...projectRoutes,
  ...receptionRoutes,
  ...sendingRoutes,
  ...newBuildingRoutes,
  ...baseDataRoutes,
  ...featureRoutes,
  ...whiteLabelRoutes,
  ...projectWhiteLabelRoutes,
  ...dictionaryRoutes,
  ...projectDictionaryRoutes,
  ...maintenanceRoutes,
  ...moduleRoutes(),
  // Last, because reports of modules have the same path prefix.
  ...statisticsRoutes,
];

const withBatch = (routes: readonly Route[]): readonly Route[] => [
  ...routes,
  batchRoute(routes, identify, referrersOf(MODULES)),
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

/** The Express application: request id, limits, parsing, routes, errors, in this order. */
export function makeApp(env: Env, readings: Readings): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', env.TRUST_PROXY);
  app.set('query parser', (query: string) => {
    try {
      return parseQuery(query);
    } catch {
      // A value that no schema accepts, so that it is refused like any invalid query.
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
    const clockOffsetSeconds = Math.round(readings.clockOffset() * 1000) / 1000;
    res.status(ready ? 200 : 503).json({ code: ready ? 'SUCCESS' : 'NOT_READY', data: { clockOffsetSeconds } });
  });
  app.get('/metrics', metricsPage(env.METRICS_TOKEN, readings));

  const addresses = addressesOf(env);
  app.use(ownHostOnly(addresses, isLabelHost));
  app.use(tlsOnly(addresses));
  const api = express.Router();
  const routes = allRoutes();
  const descriptionOf = descriptionsOf(routes);
  api.use(ownOriginOnly(addresses));
  // Signatures of reports are verified over the raw body.
  api.use('/webhooks/bank', express.json({ limit: '1mb', verify: keepRaw }));
  api.use('/webhooks/e-invoice', express.text({ type: ['text/xml', 'application/xml'], limit: '1mb' }));
  api.use('/webhooks/payment', express.text({ type: 'application/x-www-form-urlencoded', limit: '64kb' }));
  api.use('/webhooks', express.text({ type: ['text/*', 'message/*'], limit: '256kb' }));
  api.use('/webhooks', express.json({ limit: '256kb', verify: keepRaw }));
  api.use(express.json({ limit: '256kb' }));
  api.get('/openapi.json', (req, res) => {
    const reader = req.query.audience === 'resident' ? 'resident' : 'all';
    const module = routes.find(route => route.module === req.query.module)?.module;
    res.type('json').send(descriptionOf(reader, module));
  });
  api.use('/docs', docs());
  mount(api, routes, identify, referrersOf(MODULES));
  api.use('/outbox', outbox(env));
  api.use(() => fail('NOT_FOUND'));
  app.use('/api', api);
  app.use('/m', mailTracking());
  serveClient(app, env.CLIENT_DIR);
  app.use(refuse(Object.assign({}, ...MODULES.map(module => module.errors))));
  return app;
}

/** English name of a module. */
function titleOf(module: string): string | undefined {
  const definition = MODULES.find(other => other.code === module);
  return definition && textBy('en', `${definition.name}.plural`);
}

/** API descriptions, written on first use to keep the start fast. */
function descriptionsOf(routes: readonly Route[]) {
  const written = new Map<string, string>();
  return (reader: ReaderOf, module: string | undefined): string => {
    const key = `${reader} ${module}`;
    const text = written.get(key) ?? JSON.stringify(describe(routes, { reader, module, titleOf }));
    written.set(key, text);
    return text;
  };
}

/** Keeps the raw body beside the parsed one. */
function keepRaw(req: object, _res: object, body: Buffer): void {
  Object.assign(req, { rawBody: body });
}

/** Addresses under which browsers reach this server. */
export const addressesOf = ({ PUBLIC_URL, loopback, tls }: Env): Addresses => ({
  publicUrl: PUBLIC_URL,
  loopback,
  tls,
});

function security({ tls }: Env) {
  return helmet({
    // Browsers that have seen it never use plain HTTP again, so it is sent only if TLS is permanent.
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
        // Positions that scripts set on elements; style sheets cannot be injected by them.
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
  for (const base of ['', '/resident'])
    app.use(
      `${base}/assets`,
      express.static(join(root, base, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }),
    );
  const pages = new Map<string, string>();
  app.get('/resident/manifest.webmanifest', (req, res) => {
    res
      .set({ 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'no-cache' })
      .send(JSON.stringify(manifestOf(whiteLabelOf(undefined, req.hostname))));
  });
  app.use(express.static(root, { index: false, maxAge: '1h' }));
  // Missing files are a 404, not the product's page: neither `/.env` nor a misspelled name.
  app.get('/{*rest}', (req, res, next) => {
    // Checked after decoding, so `/%2e%67it` does not pass either.
    const parts = req.params.rest ?? [];
    if (parts.at(-1)?.includes('.') || parts.some(part => part.startsWith('.'))) return next('route');
    // The residents' app is a separate entry.
    const entry = /^\/resident(\/|$)/.test(req.path) ? 'resident/index.html' : 'index.html';
    const page = pages.get(entry) ?? readFileSync(join(root, entry), 'utf8');
    pages.set(entry, page);
    res
      .set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' })
      .send(brandPage(page, whiteLabelOf(undefined, req.hostname), res.locals.nonce));
  });
}
