import { connect, disconnect } from '@lobby/server/kit/database/database.ts';
import { setWhiteLabel, whiteLabels } from '@lobby/server/platform/branding/white-labels.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { contrast, parse } from '../../client/theme/color.ts';
import { endAfterwards } from '../setup/server/started.ts';
import { openStage, SOON } from './stage/stage.ts';

const stage = await openStage();
await connect(stage.uri);
endAfterwards(disconnect);
/** The same server under the host name of the other label. */
const dawn = stage.url.replace('127.0.0.1', 'banmai.localhost');
const by = { actor: { id: 'system', name: 'Lobby' }, now: new Date() };

// As text: it runs in the page. Each frame from the first on is looked at.
const WATCH = `
  window.seen = { titles: new Set(), accents: new Set(), names: new Set() };
  const look = () => {
    if (document.title) seen.titles.add(document.title);
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--chakra-colors-accent-solid').trim();
    if (accent && document.body?.innerText) seen.accents.add(accent);
    for (const name of document.body?.innerText.match(/Hoa Sen Living|Ban Mai Homes/g) ?? []) seen.names.add(name);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;
const seenOn = (page: Page) =>
  page.evaluate<Record<'titles' | 'accents' | 'names', string[]>>(
    '({ titles: [...seen.titles], accents: [...seen.accents], names: [...seen.names] })',
  );
const colour = (page: Page, name: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.documentElement).getPropertyValue('--chakra-colors-${name}').trim()`,
  );

async function doorOf(url: string, mode: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await stage.seat(null, '/policy', { mode }, url);
  await page.context().addInitScript(WATCH);
  await page.goto(`${url}/login`);
  await page.locator('input[name=email]').waitFor();
  return page;
}

describe('a white label', () => {
  it.each([
    ['the default', () => stage.url, 'Hoa Sen Living'],
    ['the other by its host name', () => dawn, 'Ban Mai Homes'],
  ])('is %s from the first frame on, without a flash', async (_, url, name) => {
    const page = await doorOf(url());
    const seen = await seenOn(page);
    expect(seen.titles).toEqual([name]);
    expect(seen.names).toEqual([name]);
    expect(seen.accents).toHaveLength(1);
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('data:image/svg+xml');
    await page.getByText(name === 'Ban Mai Homes' ? 'Support 024 7300 2525' : 'Support 024 7300 1886').waitFor();
  });

  it('names itself to the server, and follows its people inside', async () => {
    const page = await doorOf(dawn);
    const asked = page.waitForRequest(request => request.url().includes('/api/auth/login'));
    await page.locator('input[name=email]').fill('admin@banmai.demo');
    await page.locator('input[name=password]').fill('lobby-demo');
    await page.keyboard.press('Enter');
    expect((await asked).headers()['x-white-label']).toBe('banmai');
    await page.getByRole('navigation', { name: 'Main menu' }).getByText('Ban Mai Homes').waitFor();
    // Live over the socket of that host name.
    const label = await whiteLabels().findOne({ _id: 'banmai' });
    if (!label) throw new Error('the demo has no such label');
    const { _id, version, ...values } = label;
    await setWhiteLabel(_id, version, { ...values, name: 'Bình Minh', accent: '#FFE600' }, by);
    await page.getByRole('navigation', { name: 'Main menu' }).getByText('Bình Minh').waitFor({ timeout: SOON });
    expect(await page.title()).toContain('Bình Minh');
    await setWhiteLabel(_id, version + 1, { ...values, accent: '#FFE600' }, by);
    await page.getByRole('navigation', { name: 'Main menu' }).getByText('Ban Mai Homes').waitFor({ timeout: SOON });
  });

  it.each(['light', 'dark'] as const)('has enough contrast in %s, whatever its colour', async mode => {
    const page = await doorOf(dawn, mode);
    const [solid, text, fg, bg] = await Promise.all(
      ['accent-solid', 'accent-contrast', 'accent-fg', 'bg'].map(name => colour(page, name)),
    );
    expect(contrast(parse(solid ?? ''), parse(text ?? ''))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(parse(fg ?? ''), parse(bg ?? ''))).toBeGreaterThanOrEqual(4.5);
  });
});
