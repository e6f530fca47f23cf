import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { enter, type Look, launchBrowser, openWindow } from '../tests/browser/stage/browser.ts';
import { buildClient } from '../tests/browser/stage/client.ts';
import { openBuilding } from '../tests/browser/stage/server.ts';
import { tellStory } from '../tests/browser/stage/story.ts';
import { visit } from '../tests/browser/stage/steps.ts';
import { findChromium } from './find-chromium.ts';
// lines: screen name who path [actions...]; action: tab:x | click:Text | row | key:n | wait
const lines = readFileSync(process.argv[2] ?? '/tmp/look.txt', 'utf8').trim().split('\n').filter(l=>l && !l.startsWith('#')).map(l => l.split(' '));
const chromium = (await findChromium()) as string;
const given = process.env.URL;
const client = given ? null : await buildClient();
const building = client ? await openBuilding({ client: client.folder }) : null;
const url = given ?? building!.url;
writeFileSync('/tmp/look.url', url);
const story = await tellStory(url);
const browser = await launchBrowser(chromium);
mkdirSync('/tmp/look', { recursive: true });
const pages = new Map<string, Page>();
for (const [screen = '', name = '', who = '', path = '', ...acts] of lines) {
  try {
    const key = `${screen} ${who}`;
    let page = pages.get(key);
    if (!page) {
      const window = await openWindow(browser, { screen: screen as Look['screen'], mode: 'light', language: 'vi' });
      await enter(window, url, who);
      const p = await window.newPage(); p.setDefaultTimeout(6000);
      await p.goto(`${url}/projects/${story.projectId}/`); await p.waitForTimeout(2000);
      p.on('pageerror', (e: Error) => console.log('PAGEERROR', name, e.message.slice(0, 200)));
      pages.set(key, p);
      page = p;
    }
    await visit(page, path.startsWith('/') ? path.replace(':p', story.projectId) : `/projects/${story.projectId}/${path}`);
    await page.waitForTimeout(2000);
    let n = 0;
    for (const act of acts) {
      const [how, what = ''] = act.split(/:(.*)/s);
      const said = what.replaceAll('_', ' ');
      try {
        if (how === 'row') await page.locator('[role=row][data-index]').nth(Number(what || 0)).click();
        else if (how === 'tab') await page.locator(`[role=tab][data-value=${what}]`).last().click();
        else if (how === 'click') await page.getByText(said, { exact: false }).filter({ visible: true }).first().click();
        else if (how === 'btn') await page.getByRole('button', { name: said }).filter({ visible: true }).first().click();
        else if (how === 'key') await page.keyboard.press(what);
        else if (how === 'css') await page.locator(said).first().click();
        else if (how === 'tabs') console.log(name, await page.locator('[data-drawer] [role=tab]').evaluateAll((e: { getAttribute(name: string): string | null }[]) => e.map(x => x.getAttribute('data-value'))));
        else if (how === 'shot') { await page.screenshot({ path: `/tmp/look/${screen}-${name}-${++n}.png` }); continue; }
      } catch (e) { console.log(name, act, String(e).split('\n', 1).join().slice(0, 120)); }
      await page.waitForTimeout(1300);
    }
    await page.screenshot({ path: `/tmp/look/${screen}-${name}.png` });
  } catch (e) { console.log(name, String(e).split('\n', 1).join().slice(0, 200)); pages.delete(`${screen} ${who}`); }
}
await browser.close();
if (!process.env.KEEP) { await building?.stop(); client?.remove(); process.exit(0); }
console.log('kept', url);
