import { fileURLToPath } from 'node:url';
import { type Request, type Response, Router } from 'express';

/** Files of the Swagger viewer from the installed package; nothing is loaded from other hosts. */
const PARTS = {
  'viewer.css': import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  'viewer.js': import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lobby API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/viewer.css">
<link rel="stylesheet" href="/api/docs/page.css">
</head>
<body>
<header>
<h1><a href="/api/docs">Lobby API</a></h1>
<input id="words" type="search" placeholder="Search all calls: approve ticket, bill export, …" aria-label="Search all calls" autocomplete="off" autofocus>
<a href="/api/openapi.json">openapi.json</a>
</header>
<main>
<ul id="found"></ul>
<div id="viewer"></div>
</main>
<noscript>The description for machines: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1)</noscript>
<script src="/api/docs/viewer.js"></script>
<script src="/api/docs/page.js"></script>
</body>
</html>
`;

const STYLE = `body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: #1b2733; }
header { position: sticky; top: 0; z-index: 2; display: flex; gap: 16px; align-items: center; padding: 10px 20px; background: #fff; border-bottom: 1px solid #d8dee4; }
h1 { margin: 0; font-size: 16px; white-space: nowrap; }
header a { color: inherit; text-decoration: none; }
header input { flex: 1; min-width: 0; padding: 8px 12px; font: inherit; border: 1px solid #b6c2cf; border-radius: 8px; }
main { max-width: 1200px; margin: 0 auto; padding: 12px 20px; }
#found { list-style: none; margin: 0; padding: 0; columns: 3 280px; }
#found.calls { columns: auto; }
#found li { break-inside: avoid; }
#found a { display: flex; gap: 10px; padding: 4px 8px; color: inherit; text-decoration: none; border-radius: 6px; overflow-wrap: anywhere; }
#found a:hover, #found a:focus-visible { background: #eef3f8; }
#found b { flex: none; width: 52px; font: 600 12px/21px ui-monospace, monospace; text-transform: uppercase; }
#found small { margin-left: auto; color: #5b6875; white-space: nowrap; }
@media (max-width: 480px) { header { flex-wrap: wrap; } header input { order: 3; flex-basis: 100%; } #found small { display: none; } }
`;

// The viewer gets one module at a time, because the whole API blocks it for half a minute. The search covers all modules.
const SCRIPT = `const asked = new URLSearchParams(location.search);
const audience = asked.get('audience') === 'resident' ? '&audience=resident' : '';
const list = document.getElementById('found');
const input = document.getElementById('words');
const MOST = 60;

function row(href, ...parts) {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href });
  for (const [kind, text] of parts) link.append(Object.assign(document.createElement(kind), { textContent: text }));
  item.append(link);
  return item;
}
const pageOf = module => '/api/docs?module=' + module + audience;

function begin({ tags, paths }) {
  const titles = new Map(tags.map(tag => [tag.name, tag.description ?? tag.name]));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags: [module], summary, operationId }]) => ({
      method, path, summary, module, operationId,
      text: [method, path, summary, module, titles.get(module)].join(' ').toLowerCase(),
    })),
  );
  const counts = Map.groupBy(calls, call => call.module);
  const show = () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    list.className = words.length > 0 ? 'calls' : '';
    list.hidden = words.length === 0 && asked.has('module');
    if (words.length === 0) {
      list.replaceChildren(...tags.map(({ name }) => row(pageOf(name), ['span', titles.get(name)], ['small', counts.get(name)?.length ?? 0])));
      return;
    }
    const found = calls.filter(call => words.every(word => call.text.includes(word)));
    list.replaceChildren(
      ...found.slice(0, MOST).map(({ method, path, summary, module, operationId }) =>
        row(pageOf(module) + '#/' + module + '/' + operationId, ['b', method], ['code', path], ['span', summary], ['small', titles.get(module)]),
      ),
    );
  };
  input.addEventListener('input', show);
  show();
}

const read = query => fetch('/api/openapi.json' + query).then(answer => answer.json());
read(audience.replace('&', '?')).then(begin);
const module = asked.get('module');
if (module)
  read('?module=' + encodeURIComponent(module) + audience).then(spec => {
    window.viewer = SwaggerUIBundle({
      spec,
      dom_id: '#viewer',
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      validatorUrl: null,
    });
  });
`;

/** A page to read, search and try the API by module; with `?audience=resident` only what residents may call. */
export function docs(): Router {
  const router = Router();
  router.get('/', (_req, res) => void res.type('html').send(PAGE));
  router.get('/page.css', (_req, res) => void res.type('css').send(STYLE));
  router.get('/page.js', (_req, res) => void res.type('js').send(SCRIPT));
  for (const [name, url] of Object.entries(PARTS))
    router.get(`/${name}`, (_req: Request, res: Response) => res.sendFile(fileURLToPath(url), { maxAge: '1h' }));
  return router;
}
