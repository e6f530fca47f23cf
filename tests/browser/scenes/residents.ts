import { dialog, go, openTab, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';

async function openList(place: Place): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/members`);
  await place.page.locator('[role=row][data-index]').first().waitFor();
}

async function openOne(place: Place, tab = 'info'): Promise<void> {
  await openList(place);
  await place.page.locator('[role=row][data-index="2"]').click();
  await openTab(place, tab);
}

export const residents: readonly Scene[] = [
  { name: 'residents', who: ADMIN, play: openList },
  { name: 'resident', who: ADMIN, play: place => openOne(place) },
  { name: 'resident-homes', who: ADMIN, play: place => openOne(place, 'homes') },
  {
    name: 'residents-merge',
    who: ADMIN,
    async play(place) {
      await openList(place);
      await place.page.getByRole('button', { name: place.t('resident:merge.open') }).click();
      await dialog(place.page).locator('table').first().waitFor();
    },
  },
  {
    name: 'residents-removed',
    who: ADMIN,
    async play(place) {
      await openList(place);
      await place.page.getByRole('button', { name: place.t('resident:removed.open') }).click();
      await dialog(place.page).getByRole('button').last().waitFor();
    },
  },
  {
    name: 'residents-revealed',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await openList(place);
      const { page, t } = place;
      for (const row of [1, 2, 4]) await page.locator(`[role=row][data-index="${row}"] [data-check]`).click();
      await page.getByRole('button', { name: t('kit:reveal.show') }).click();
      await page.locator('[role=row][data-index="1"]', { hasText: /0\d{3} \d{3} \d{3}/ }).waitFor();
    },
  },
  {
    name: 'residents-export',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await openList(place);
      const { page, t } = place;
      await page.getByRole('button', { name: t('kit:list.export') }).click();
      await page.getByRole('menuitem', { name: t('kit:reveal.file') }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'resident-person-file',
    who: ADMIN,
    async play(place) {
      await openOne(place);
      const { page, t } = place;
      await page
        .locator('[data-drawer]')
        .getByRole('button', { name: t('common:act.more') })
        .click();
      await page.getByRole('menuitem', { name: t('resident:actions.person-file') }).click();
      await dialog(page).locator('textarea').waitFor();
    },
  },
  {
    name: 'resident-form',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await openList(place);
      await place.page.keyboard.press('n');
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
];
