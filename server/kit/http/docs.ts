import type { Route } from './route.ts';

const safe = (text: string) => text.replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`);

const who = ({ audience, flags, residents, staff }: Route) =>
  audience === 'project'
    ? [staff && (flags ? flags.join(' or ') : 'staff'), residents && 'residents'].filter(Boolean).join(', ')
    : audience;

const rowOf = (route: Route) =>
  `<tr><td><code>${route.method.toUpperCase()}</code></td><td><code>/api${safe(route.path)}</code></td><td>${safe(route.summary)}</td><td>${safe(who(route))}</td></tr>`;

/** The routes as a page to read, module by module; the description for machines is `openapi.json`. */
export function docsPage(routes: readonly Route[]): string {
  const modules = Map.groupBy(routes, route => route.module);
  const tables = [...modules].map(
    ([module, own]) =>
      `<h2>${safe(module)}</h2><table><tr><th>Method</th><th>Path</th><th>What</th><th>Who</th></tr>${own.map(rowOf).join('')}</table>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lobby API</title></head><body><h1>Lobby API</h1><p>For machines: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>${tables.join('')}</body></html>`;
}
