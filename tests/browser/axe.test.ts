import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { MAIN_SCENES, SCENES } from './scenes/index.ts';
import { lookAt, type View } from './stage/looking.ts';
import { openStage } from './stage/stage.ts';
import { tellStory } from './stage/story.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What colours decide; the rest is the same by day and by night. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** Menus, lists and tooltips open in a layer of their own at the end of the page, outside of its landmarks, as the pattern has it. */
const OUTSIDE = ['region'];

const stage = await openStage();
const story = await tellStory(stage.url);

async function faultsIn(axe: AxeBuilder, mode: string): Promise<string[]> {
  const { violations, passes } = await axe.analyze();
  if (violations.length + passes.length === 0) return [`${mode}: axe has checked nothing`];
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${mode} ${id}: ${html.slice(0, 200)}`));
}

async function look(page: Page): Promise<string[]> {
  const faults = await faultsIn(new AxeBuilder({ page }).withTags(RULES).disableRules(OUTSIDE), 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...faults, ...(await faultsIn(new AxeBuilder({ page }).withRules(OF_COLOUR), 'dark'))];
}

// One scene of each kind; all of them take a quarter of an hour: LONG=1 npm test -- tests/browser/axe
for (const screen of ['desk', 'phone'] as const)
  it(`finds no fault on a ${screen}, by day and by night`, {
    timeout: process.env.LONG ? 1_800_000 : 600_000,
  }, async () => {
    const scenes = (process.env.LONG ? SCENES : MAIN_SCENES).filter(scene => (scene.screen ?? screen) === screen);
    const views: View[] = scenes.map(scene => ({ scene, look: { language: 'vi', mode: 'system', screen } }));
    expect(views.length).toBeGreaterThan(15);
    expect(await lookAt(views, { ...stage, story }, look)).toEqual([]);
  });
