import { dialog, go, openTab, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';
const ROW = '[role=row][data-index]';

async function openUnits(place: Place, query = '', first = ROW): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/units${query}`);
  await place.page.locator(first).first().waitFor();
}

/** Opens a unit beside the list, on one of its tabs. */
async function openUnit(place: Place, tab: string): Promise<void> {
  const { page } = place;
  await openUnits(place);
  await page.locator('[role=row][data-index="4"]').click();
  await openTab(place, tab);
}

async function openMenu(place: Place, entry: string): Promise<void> {
  const { page, t } = place;
  await openUnit(place, 'info');
  await page
    .locator('[data-drawer]')
    .getByRole('button', { name: t('common:act.more') })
    .click();
  await page.getByRole('menuitem', { name: t(entry) }).click();
}

/** Units: list, plan, floors, one unit, and what is printed of it. */
export const units: readonly Scene[] = [
  { name: 'units', who: ADMIN, play: place => openUnits(place) },
  { name: 'units-empty-ones', who: ADMIN, play: place => openUnits(place, '?tab=empty') },
  { name: 'units-plan', who: ADMIN, play: place => openUnits(place, '?part=plan', '[role=gridcell]') },
  {
    name: 'units-plan-build',
    who: ADMIN,
    play: place => openUnits(place, '?part=plan&by=buildStatus&block=all', '[role=gridcell]'),
  },
  { name: 'units-floors', who: ADMIN, play: place => openUnits(place, '?part=floors') },
  { name: 'units-blocks', who: ADMIN, play: place => openUnits(place, '?part=blocks') },
  {
    name: 'units-floor-range',
    who: ADMIN,
    async play(place) {
      const { page, t } = place;
      await openUnits(place, '?part=floors');
      await page.getByRole('button', { name: t('floor:range.open') }).click();
      await dialog(page).locator('input').first().waitFor();
    },
  },
  { name: 'unit', who: ADMIN, play: place => openUnit(place, 'info') },
  { name: 'unit-residents', who: ADMIN, play: place => openUnit(place, 'residents') },
  { name: 'unit-requests', who: ADMIN, play: place => openUnit(place, 'requests') },
  {
    name: 'unit-form',
    who: ADMIN,
    async play(place) {
      await openUnits(place);
      await place.page.locator('[role=row][data-index="4"]').click();
      await place.page.locator('[data-drawer] h2').waitFor();
      await place.page.keyboard.press('e');
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
  {
    name: 'unit-qr',
    who: ADMIN,
    async play(place) {
      await openMenu(place, 'unit:qr.open');
      await dialog(place.page).locator('svg[role=img]').waitFor();
    },
  },
  {
    name: 'unit-paper',
    who: ADMIN,
    async play(place) {
      await openMenu(place, 'unit:print.info');
      await place.page.locator('[data-paper] svg[role=img]').first().waitFor();
    },
  },
  {
    name: 'units-paper-none',
    who: ADMIN,
    async play(place) {
      await go(place, `/print/${place.story.projectId}/units/qr`);
      await place.page.locator('#main h2').waitFor();
    },
  },
];
