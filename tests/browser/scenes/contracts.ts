import { dialog, go, openTab, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';
const ROW = '[role=row][data-index]';
/** Row of a contract that ends soon and has an annex. */
const ANNEXED = '[role=row][data-index="2"]';

async function open(place: Place, query = '', first = ROW): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/rental-contract${query}`);
  await place.page.locator(first).first().waitFor();
}

/** Opens a contract beside the list, on one of its tabs. */
async function openOne(place: Place, tab = 'info'): Promise<void> {
  await open(place);
  await place.page.locator(ANNEXED).click();
  await openTab(place, tab);
}

async function openMenu(place: Place, entry: string): Promise<void> {
  const { page, t } = place;
  await openOne(place);
  await page
    .locator('[data-drawer]')
    .getByRole('button', { name: t('common:act.more') })
    .click();
  await page.getByRole('menuitem', { name: t(entry) }).click();
}

/** Rental contracts with tenant, terms and print. */
export const contracts: readonly Scene[] = [
  { name: 'contracts', who: ADMIN, play: place => open(place) },
  { name: 'contracts-ended', who: ADMIN, play: place => open(place, '?tab=ended') },
  { name: 'contract', who: ADMIN, play: place => openOne(place) },
  {
    name: 'contract-terms',
    who: ADMIN,
    async play(place) {
      await openOne(place, 'terms');
      await place.page.locator('[data-drawer] [role=tabpanel] li').nth(1).waitFor();
    },
  },
  {
    name: 'contract-form',
    who: ADMIN,
    async play(place) {
      await openOne(place);
      await place.page.keyboard.press('e');
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
  {
    name: 'contract-annex',
    who: ADMIN,
    async play(place) {
      await openMenu(place, 'contract-annex:actions.create');
      await dialog(place.page).locator('input').first().waitFor();
    },
  },
  {
    name: 'contract-terminate',
    who: ADMIN,
    async play(place) {
      await openOne(place);
      await place.page.keyboard.press('t');
      await dialog(place.page).locator('textarea').waitFor();
    },
  },
  {
    name: 'contract-paper',
    who: ADMIN,
    async play(place) {
      await openMenu(place, 'rental-contract:print.open');
      await place.page.locator('[data-paper] h2').waitFor();
    },
  },
  { name: 'contract-templates', who: ADMIN, play: place => open(place, '?part=templates') },
  {
    name: 'contract-template',
    who: ADMIN,
    async play(place) {
      await open(place, '?part=templates');
      await place.page.locator(ROW).first().click();
      await place.page.locator('[data-drawer] [role=tabpanel] h2').waitFor();
    },
  },
  {
    name: 'contract-template-form',
    who: ADMIN,
    async play(place) {
      await open(place, '?part=templates');
      await place.page.locator(ROW).first().click();
      await place.page.locator('[data-drawer] [role=tabpanel] h2').waitFor();
      await place.page.keyboard.press('e');
      await dialog(place.page).locator('textarea').waitFor();
    },
  },
  {
    name: 'unit-contracts',
    who: ADMIN,
    async play(place) {
      const { page } = place;
      await openOne(place);
      const unit = await page.locator('[data-drawer] strong').first().textContent();
      await go(place, `/projects/${place.story.projectId}/units?q=${unit}`);
      await page.locator(ROW).first().click();
      await page.locator('[data-drawer] [role=tab][data-value=contracts]').click();
      await page.locator('[data-drawer] [role=tabpanel] a').first().waitFor();
    },
  },
];
