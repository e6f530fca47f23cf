import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findChromium } from '../../scripts/find-chromium.ts';
import { enter, launchBrowser, openWindow } from '../browser/stage/browser.ts';
import { buildClient } from '../browser/stage/client.ts';
import { deskOn } from '../browser/stage/desk.ts';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure } from './figure.ts';
import { startProduct } from './product.ts';
import { SMALL_BUILDING } from './stage.ts';
import { median, shown } from './statistics.ts';

const EMAIL = 'service1@hoasen.demo';
// As text: it runs in the page.
const WATCH = `new PerformanceObserver(list => { globalThis.painted = list.getEntries().at(-1).startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true })`;

const NOTE =
  'react-dom, react-router and i18next are 112 kB of it, Chakra UI and its state machines 83, our shell with Socket.IO and Jotai 83, the list with its virtual rows 49, words 14; what is not seen at once (the open request, refusals of modules, forms, filter editors, acts on many, the palette, the start page) comes later.';

/** The help desk opened by somebody whose browser has nothing of it yet. */
export const s12: Figure = {
  id: 's12',
  title: 'First load of the client, from localhost, to a usable list',
  async run(stage, quick) {
    const chromium = await findChromium(console.log);
    if (!chromium) throw new Error('S12 needs a Chromium');
    const client = await buildClient();
    const product = await startProduct(await stage.building(SMALL_BUILDING), EMAIL, { CLIENT_DIR: client.folder });
    const browser = await launchBrowser(chromium);
    const loads = [];
    const bare = [];
    for (let n = 0; n < (quick ? 1 : 5); n++) {
      bare.push(...(await bareDelays(quick ? 0.5 : 2)));
      const window = await openWindow(browser, {});
      await enter(window, product.url, EMAIL);
      const page = await window.newPage();
      const scripts: Promise<number>[] = [];
      let usable = 0;
      let requests = 0;
      page.on('request', () => {
        if (!usable) requests++;
      });
      page.on('response', answer => {
        // Scripts that the browser fetches later, at rest, are not counted.
        if (!usable && answer.request().resourceType() === 'script')
          scripts.push(answer.body().then(body => gzipSync(body).length));
      });
      await page.addInitScript(WATCH);
      const begun = performance.now();
      await page.goto(`${product.url}/projects/${product.projectId}/help-desk?tab=all`);
      await deskOn(page).rows.first().waitFor();
      usable = performance.now() - begun;
      await page.waitForTimeout(500);
      const script = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
      loads.push({
        usable,
        requests,
        script: script / 1024,
        painted: Number(await page.evaluate('globalThis.painted')),
      });
      await window.close();
    }
    await browser.close();
    await product.stop();
    const app: { start: number } = JSON.parse(readFileSync(join(client.folder, 'resident/.weights.json'), 'utf8'));
    client.remove();
    const calm = isCalm(bare);
    const usable = shown(median(loads.map(load => load.usable)));
    return [
      { ...boundLine('script, gzip', Math.max(...loads.map(load => load.script)), 280, { unit: 'kB' }), note: NOTE },
      boundLine('requests', Math.max(...loads.map(load => load.requests)), 25, { unit: 'requests' }),
      boundLine('residents’ app: script of its start, gzip', app.start, 150, { unit: 'kB' }),
      boundLine(
        `largest contentful paint, median of ${loads.length}; rows there after ${usable} ms`,
        median(loads.map(load => load.painted)),
        1000,
        { unit: 'ms', calm },
      ),
    ];
  },
};
