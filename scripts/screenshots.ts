import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { GUIDE_PICTURE, GUIDE_PICTURES } from '@lobby/shared/guide.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { Browser } from 'playwright-core';
import { SCENES } from '../tests/browser/scenes/index.ts';
import type { Scene } from '../tests/browser/scenes/scene.ts';
import { enter, type Look, launchBrowser, openWindow } from '../tests/browser/stage/browser.ts';
import { buildClient } from '../tests/browser/stage/client.ts';
import { openBuilding } from '../tests/browser/stage/server.ts';
import { type Story, tellStory } from '../tests/browser/stage/story.ts';
import { wordsOf } from '../tests/browser/stage/words.ts';
import { findChromium } from './find-chromium.ts';

const HELP = `npm run screenshots [-- --guide --only list,request --languages vi,en,ja --modes light,dark --screens desk,phone --url http://...]

Pictures of every screen and state into ./screenshots, and of the help desk for the README into docs/.
With --guide those that pages of the user guide show, and nothing else.
With --url they are taken of a running server with the demo, which is changed by it; else of one on scratch data.`;

const root = join(import.meta.dirname, '..');
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    only: text,
    languages: text,
    modes: text,
    screens: text,
    url: text,
    guide: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const listed = <T extends string>(names: string | undefined, all: readonly T[]) =>
  names === undefined ? all : all.filter(value => names.split(',').includes(value));
const languages = listed<Language>(values.languages ?? 'vi,en', LANGUAGES);
const modes = listed(values.modes, ['light', 'dark'] as const);
const screens = listed(values.screens, ['desk', 'phone'] as const);
const scenes = SCENES.filter(({ name }) => values.only?.split(',').includes(name) ?? true);
const folder = join(root, 'screenshots');
const guide = join(root, 'client/platform/guide/pictures');

async function takeAll(url: string, chromium: string): Promise<string[]> {
  const story = await tellStory(url);
  const browser = await launchBrowser(chromium);
  const missed: string[] = [];
  const looks = languages.flatMap(language =>
    modes.flatMap(mode => screens.map(screen => ({ language, mode, screen }))),
  );
  try {
    if (!values.only) await takeForReadme(browser, url, story);
    for (const look of looks) {
      for (const scene of scenes.filter(candidate => (candidate.screen ?? look.screen) === look.screen)) {
        const name = `${look.screen}-${look.mode}-${look.language}-${scene.name}.png`;
        await take(browser, scene, look, { url, story, path: join(folder, name) }).catch(error => {
          missed.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
        });
      }
      console.log(`${look.screen} ${look.mode} ${look.language}: done`);
    }
  } finally {
    await browser.close();
  }
  return missed;
}

/** Takes the screen of each guide page in light and dark mode, small enough to ship with the text. */
async function takeForGuide(url: string, chromium: string): Promise<string[]> {
  const story = await tellStory(url);
  const browser = await launchBrowser(chromium);
  const missed: string[] = [];
  try {
    const drawing = await browser.newPage();
    for (const scene of scenes.filter(({ name }) => Object.values(GUIDE_PICTURES).includes(name)))
      for (const mode of modes) {
        const path = join(folder, `guide-${mode}-${scene.name}.png`);
        const failed = await take(browser, scene, { mode }, { url, story, path }).then(
          () => null,
          error => `${path}: ${error}`,
        );
        if (failed) {
          missed.push(failed);
          continue;
        }
        const picture = { png: readFileSync(path, 'base64'), ...GUIDE_PICTURE };
        const webp: string = await drawing.evaluate(`(${DRAW_SMALL})(${JSON.stringify(picture)})`);
        writeFileSync(join(guide, `${scene.name}-${mode}.webp`), Buffer.from(webp, 'base64'));
      }
  } finally {
    await browser.close();
  }
  return missed;
}

/** Resizes and compresses in the browser: the best quality within the size limit. */
const DRAW_SMALL = `async ({ png, width, height, most }) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + png;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawn = canvas.getContext('2d');
  drawn.imageSmoothingQuality = 'high';
  drawn.drawImage(image, 0, 0, width, height);
  for (let quality = 90; quality > 10; quality -= 5) {
    const webp = canvas.toDataURL('image/webp', quality / 100).split(',')[1];
    if ((webp.length * 3) / 4 <= most) return webp;
  }
  throw new Error('too large at any quality');
}`;

/** Fonts and images are loaded and painted. */
const AT_REST = `Promise.all([
  document.fonts.ready,
  ...[...document.images].map(image => image.decode().catch(() => undefined)),
]).then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))`;

interface Shot {
  url: string;
  story: Story;
  path: string;
}

/** Each screenshot uses a new browser window, so that no state is carried over. */
async function take(browser: Browser, scene: Scene, look: Look, { url, story, path }: Shot): Promise<void> {
  const window = await openWindow(browser, look);
  if (scene.who) await enter(window, url, scene.who);
  const page = await window.newPage();
  page.setDefaultTimeout(10_000);
  try {
    await scene.play({
      page,
      url,
      story,
      t: wordsOf(look.language ?? DEFAULT_LANGUAGE),
      screen: look.screen ?? 'desk',
    });
    await page.evaluate(AT_REST);
  } finally {
    await page.screenshot({ path });
    await window.close();
  }
}

async function takeForReadme(browser: Browser, url: string, story: Story): Promise<void> {
  const scene = SCENES.find(({ name }) => name === 'request');
  if (scene) await take(browser, scene, {}, { url, story, path: join(root, 'docs/help-desk.png') });
}

if (values.help) console.log(HELP);
else {
  const chromium = await findChromium(console.log);
  if (!chromium) throw new Error('no Chromium was found (PATH, CHROMIUM=<path>, Debian package)');
  if (!values.only) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(guide, { recursive: true });
  const client = values.url ? null : await buildClient();
  const building = client ? await openBuilding({ client: client.folder }) : null;
  try {
    const missed = await (values.guide ? takeForGuide : takeAll)(values.url ?? building?.url ?? '', chromium);
    for (const line of missed) console.log(`not reached  ${line}`);
    process.exitCode = missed.length > 0 ? 1 : 0;
  } finally {
    await building?.stop();
    client?.remove();
  }
}
