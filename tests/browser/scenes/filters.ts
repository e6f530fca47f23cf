import { button, dialog, openDesk, type Place, type Scene, SERVICE } from './scene.ts';

async function addFilter({ page, t }: Place, field: string): Promise<void> {
  await page.getByRole('button', { name: t('kit:list.filter'), exact: true }).click();
  await page.getByRole('menuitem', { name: t(`ticket:fields.${field}`), exact: true }).click();
}

/** Filters, columns and keys of the queue. */
export const filters: readonly Scene[] = [
  {
    name: 'filter-menu',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place);
      await page.getByRole('button', { name: t('kit:list.filter'), exact: true }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'filter-types',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page } = place;
      await openDesk(place, '?tab=all&priority=high,urgent');
      await addFilter(place, 'typeId');
      await page.getByRole('checkbox').nth(4).waitFor();
    },
  },
  {
    name: 'filter-dates',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place, '?tab=all');
      await addFilter(place, 'createdAt');
      await page.getByLabel(t('kit:filter.from'), { exact: true }).waitFor();
    },
  },
  {
    name: 'filter-sheet',
    who: SERVICE,
    screen: 'phone',
    async play(place) {
      const { page, t } = place;
      await openDesk(place, '?tab=all&priority=high,urgent');
      await button(page, t('kit:list.filters')).click();
      await dialog(page).getByText(t('kit:list.sortBy')).waitFor();
    },
  },
  {
    name: 'search',
    who: SERVICE,
    async play(place) {
      const { page, t, screen } = place;
      await openDesk(place, '?tab=all');
      if (screen === 'phone') await button(page, t('kit:list.search')).click();
      await page.locator('[data-list-search]').fill('thang may');
      await page.waitForURL(/q=thang/);
      // Rows of the query before are dimmed until the next ones are there.
      await page.locator('[role=grid]:not([aria-busy]) [role=row][data-index="0"]', { hasText: /thang/i }).waitFor();
    },
  },
  {
    name: 'columns',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place);
      // It counts them where some have no room.
      await page.locator('button:has(.lucide-columns-3)').click();
      await page.getByRole('group', { name: t('kit:list.columns') }).waitFor();
    },
  },
  {
    name: 'sorts',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place, '?tab=all');
      await page.getByTitle(t('kit:list.sortBy')).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'keys',
    who: SERVICE,
    screen: 'desk',
    async play(place) {
      const { page, t } = place;
      await openDesk(place);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: t('around:keys.title') }).waitFor();
    },
  },
];
