import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compose } from '@lobby/server/kit/mail/compose.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { setWhiteLabel, whiteLabels } from '@lobby/server/platform/branding/white-labels.ts';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.ts';
import mail from '../../shared/locales/en/mail.json' with { type: 'json' };
import { launchBrowser, openWindow, SHORT_LIVED } from '../browser/stage/browser.ts';
import { buildClient } from '../browser/stage/client.ts';
import { visit } from '../browser/stage/steps.ts';
import type { Figure, Line } from '../load/figure.ts';
import type { Row } from '../setup/caller.ts';
import { pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { isProved } from '../setup/contract/sampling.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { makeRecord } from '../setup/records.ts';
import { PASSWORD, signIn } from '../setup/world.ts';
import { type Arena, openArena } from './arena.ts';
import { held, leftOut, newTally, type Tally } from './verdict.ts';
import { CORPUS, FORMULAS } from './xss-corpus.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROUTER = readFileSync(join(ROOT, 'client/routes.tsx'), 'utf8');
/** Every screen of a project, as the client's own list names them; not what is printed of a record. */
const SCREENS = [...ROUTER.slice(0, ROUTER.indexOf('const printed')).matchAll(/screen\('([^':]+)'/g)].map(
  match => match[1] ?? '',
);
/** Matches the content of a screen once its words are loaded. */
const DRAWN = '#main :is([role=row][data-index], [role=treeitem], article, input, h2, strong, td)';
const OUTSIDE = ['/login', '/direction', '/nowhere'];

/** The definition's sample with a hostile text in each of its text fields. */
async function hostile({ samples }: Arena, definition: Definition, words: string): Promise<Record<string, unknown>> {
  const values = await samples.input(definition.fields);
  for (const [name, field] of Object.entries(definition.fields)) {
    const open = (field.kind === 'text' && !field.code) || field.kind === 'longText' || field.kind === 'richText';
    if (open && !field.readOnly) values[name] = (field.unique ? `${words}${Math.random()}` : words).slice(0, field.max);
  }
  return values;
}

/** The name of the house itself, which stands on every page before anything is asked for. */
async function nameHouse(words: string): Promise<void> {
  const version = (await whiteLabels().findOne({ _id: 'lobby' }))?.version ?? 0;
  const looks = { hosts: [], isDefault: true, logo: null, logoDark: null, accent: null };
  const said = { name: words.slice(0, 60), support: words.slice(0, 120), notes: { en: words, vi: words } };
  await setWhiteLabel('lobby', version, { ...looks, ...said }, { actor: { id: 'x7', name: words }, now: new Date() });
}

/** Puts a text wherever a text may stand: every field of every module, a message, the name of a file. */
async function plant(arena: Arena, words: string): Promise<Map<string, string>> {
  const { site } = arena;
  const ids = new Map<string, string>();
  for (const definition of MODULES) {
    const values = await hostile(arena, definition, words);
    if (definition === ticket) {
      const named = formOf([{ name: `${words.replaceAll('/', '')}.png`, body: await png() }]);
      const { data } = await site.ann.post<Row[]>('/upload', named);
      if (data?.[0]) values.images = [data[0].id];
    }
    const made = answers(definition, 'create')
      ? (await site.ann.post(definition.path, values)).data?.id
      : (await makeRecord(site.id, definition, values))._id;
    if (made) ids.set(definition.name, made);
  }
  await site.ann.post(`${ticket.path}/${ids.get(ticket.name)}/messages`, { content: words });
  return ids;
}

/** A browser that reports what ran, what tried to, and what stands in the page as more than text. */
class Watch {
  readonly tally: Tally = newTally();
  readonly context: BrowserContext;
  constructor(context: BrowserContext) {
    this.context = context;
  }

  async open(): Promise<Page> {
    await this.context.exposeFunction('xss', (n: number) => this.tally.fallen.push(`script ${n} ran`));
    const page = await this.context.newPage();
    page.on('dialog', dialog => {
      this.tally.fallen.push(`a dialog opened: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', message => {
      // The browser's own page around a picture has styles of its own.
      if (/Content Security Policy/.test(message.text()) && !/inline style/.test(message.text()))
        this.tally.fallen.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  /** Goes somewhere and looks at what came; the address may carry a hostile text itself. */
  async visit(page: Page, url: string): Promise<void> {
    await page.goto(url, { waitUntil: 'load' });
    await this.rest(page);
  }

  async rest(page: Page): Promise<void> {
    await page
      .locator('main, form, h1')
      .first()
      .waitFor({ timeout: 8000 })
      .catch(() => undefined);
    await page.waitForTimeout(250);
    await this.look(page);
  }

  async look(page: Page): Promise<void> {
    this.tally.tried++;
    const marks: string[] = await page.evaluate(FOREIGN);
    for (const mark of marks) this.tally.fallen.push(`${page.url()} holds ${mark}`);
  }
}

// As text: what runs in the page has other globals than what runs here.
const FOREIGN = `[...document.querySelectorAll(
  '[onerror],[onload],[onfocus],[ontoggle],[onmouseover],iframe,math,script:not([src]):not([type="application/json"]),a[href^="javascript:"],form[action^="javascript:"]'
)].map(one => one.outerHTML.slice(0, 200))`;

/** Looks at every screen: its list, its details, its search and filters; with hostile texts in the address too. */
async function lookAround(
  { url, site }: Arena,
  watch: Watch,
  page: Page,
  ids: Map<string, string>,
  words: string,
  quick: boolean,
) {
  const own = `${url}/projects/${site.id}`;
  const typed = encodeURIComponent(words);
  await watch.visit(page, own);
  // A screen draws the same content when a link leads to it.
  const open = async (path: string) => {
    if (!quick) return watch.visit(page, own + path);
    await visit(page, own.slice(url.length) + path);
    const drawn = page.locator(DRAWN).first().waitFor({ timeout: 8000 });
    await drawn.catch(error => {
      throw new Error(`nothing is drawn at ${path}`, { cause: error });
    });
    await watch.rest(page);
  };
  for (const [n, screen] of SCREENS.entries()) {
    const definition = MODULES.find(module => module.route === screen);
    if (definition && !isProved(definition)) continue;
    const id = definition && ids.get(definition.name);
    if (!quick || n % 2 === 0) await open(`/${screen}`);
    if (!quick || (n % 2 === 1 && !id))
      await watch.visit(page, `${own}/${screen}?q=${typed}&filter[q]=${typed}&sort=${typed}&id=${typed}`);
    if (!id || (quick && n % 2 === 0)) continue;
    await open(`/${screen}?id=${id}&helpDeskId=${id}`);
    for (const tab of await page.locator('[data-drawer] [role=tab]').all()) {
      await tab.click({ timeout: 2000 }).catch(() => undefined);
      await watch.look(page);
    }
  }
  for (const path of OUTSIDE) await watch.visit(page, `${url}${path}?from=${typed}&next=${typed}#${typed}`);
  await watch.visit(page, `${url}/${typed}`);
}

/** A colleague's act while the list is open: rows that come in, and the notices of them. */
async function liveAndToasts({ url, site }: Arena, watch: Watch, page: Page, ids: Map<string, string>, words: string) {
  const id = ids.get(ticket.name);
  await watch.visit(page, `${url}/projects/${site.id}/${ticket.route}?helpDeskId=${id}`);
  await site.ben.post(`${ticket.path}/${id}/messages`, { content: words });
  await site.ben.put(`${ticket.path}/${id}/approve`, { note: words });
  await page.waitForTimeout(700);
  await watch.look(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words.slice(0, 12));
  await page.waitForTimeout(500);
  await watch.look(page);
  await page.keyboard.press('Escape');
}

/** Opens answers of the API, files and reflected paths by their addresses. */
async function addresses({ url, site }: Arena, watch: Watch, page: Page, ids: Map<string, string>, words: string) {
  const { data } = await site.ann.get<{ images?: { url: string }[] }>(`${ticket.path}/${ids.get(ticket.name)}`);
  const files = (data.images ?? []).map(file => file.url);
  const typed = encodeURIComponent(words);
  for (const path of [
    ...files,
    '/api/docs',
    '/api/openapi.json',
    `/api/${typed}`,
    `/api/label?x=${typed}`,
    `/assets/${typed}`,
  ]) {
    await page.goto(url + path).catch(() => undefined);
    await watch.look(page);
  }
}

/** Mails, read without any policy: there it is the mail alone that has to hold. */
async function mails(watch: Watch, page: Page, words: string): Promise<void> {
  const values = { name: words, code: words, title: words, project: words, inviter: words, unit: words };
  await page.goto('about:blank');
  for (const [kind, parts] of Object.entries(mail)) {
    if (typeof parts !== 'object') continue;
    const letter = {
      kind,
      language: 'en',
      brand: words,
      values,
      link: 'https://lobby.test/x',
      unsubscribe: 'https://lobby.test/y',
    };
    await page.setContent(compose(letter as Parameters<typeof compose>[0]).html);
    await page.waitForTimeout(50);
    await watch.look(page);
  }
}

/** Cells that begin as formulas do. */
async function cells(arena: Arena, formulas: readonly string[]): Promise<Tally> {
  const tally = newTally();
  const { site } = arena;
  for (const formula of formulas) await plant(arena, formula);
  for (const route of ROUTES.filter(one => one.path.endsWith('/export'))) {
    const { body } = await site.ann.file(pathOf(route));
    for (const cell of (await rowsOfSheet(body)).flat()) {
      tally.tried++;
      if (/^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d.,]+$/.test(cell)) tally.fallen.push(`${titleOf(route)}: ${cell}`);
    }
  }
  return tally;
}

/** X7: scripts in every text, looked at in a real browser under the product's own policy. */
export const x7: Figure = {
  id: 'x7',
  title: 'scripts in texts',
  async run(stage, quick) {
    const chromium = await findChromium(console.log);
    if (!chromium) return [leftOut('scripts in texts', 'no Chromium was found (PATH, CHROMIUM=<path>)')];
    const client = await buildClient();
    const arena = await openArena(stage, { foreign: false, client: client.folder });
    const browser = await launchBrowser(chromium, quick ? SHORT_LIVED : []);
    try {
      const { site, url } = arena;
      const context = await openWindow(browser, { language: 'en' });
      const watch = new Watch(context);
      const page = await watch.open();
      const signedIn = await context.request.post(`${url}/api/auth/login`, {
        data: { email: site.ann.email, password: PASSWORD },
      });
      if (!signedIn.ok()) throw new Error(await signedIn.text());
      const corpus = quick ? CORPUS.slice(8, 9) : CORPUS;
      for (const words of corpus) {
        // All of it takes longer than a token is good for.
        for (const person of [site.ann, site.ben])
          person.token = (await signIn(url, 'staff', person.email)).data.accessToken;
        // Names of people stand in rows, activity and presence.
        await users().updateOne({ _id: site.ben.userId }, { $set: { name: words } });
        await nameHouse(words);
        const ids = await plant(arena, words);
        await lookAround(arena, watch, page, ids, words, quick);
        await liveAndToasts(arena, watch, page, ids, words);
        await addresses(arena, watch, page, ids, words);
        await mails(watch, page, words);
      }
      const policy = (await fetch(url)).headers.get('Content-Security-Policy') ?? '';
      const loose = newTally();
      loose.tried++;
      if (!/script-src 'self'(;|$)/.test(policy)) loose.fallen.push(policy);
      const lines: Line[] = [
        held('scripts that ran, or stand in a page as more than text', watch.tally),
        held('policies that let other scripts in', loose),
        held('cells that begin a formula', await cells(arena, quick ? FORMULAS.slice(0, 1) : FORMULAS)),
      ];
      return lines;
    } finally {
      await browser.close();
      await arena.close();
      client.remove();
    }
  },
};
