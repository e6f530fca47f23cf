import { dialog, go, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';

async function openScreen(place: Place, path: string, first: string): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/${path}`);
  await place.page.locator(first).first().waitFor();
}

/** Places of the building, and when it works. */
export const places: readonly Scene[] = [
  { name: 'location-levels', who: ADMIN, play: place => openScreen(place, 'configs-location', '[role=treeitem]') },
  {
    name: 'location-level',
    who: ADMIN,
    async play(place) {
      await openScreen(place, 'configs-location', '[role=treeitem]');
      await place.page.getByRole('treeitem').nth(1).click();
      await place.page.locator('[data-drawer] ol li').first().waitFor();
    },
  },
  {
    name: 'location-form',
    who: ADMIN,
    async play(place) {
      await openScreen(place, 'configs-location', '[role=treeitem]');
      await place.page.locator('button[aria-keyshortcuts=n]').click();
      const form = dialog(place.page);
      await form.locator('[data-field=name] input').fill('Sân {i}');
      await form.locator('[data-field=code] input').fill('S{i}');
      await form.locator('[data-field=quantity] input').fill('12');
      await form.locator('ol li').nth(5).waitFor();
    },
  },
  {
    name: 'places',
    who: ADMIN,
    play: place => openScreen(place, 'configs-location?part=places', '[role=row][data-index]'),
  },
  { name: 'work-week', who: ADMIN, play: place => openScreen(place, 'configs-work-schedules', '[data-shift]') },
  {
    name: 'work-schedule-form',
    who: ADMIN,
    async play(place) {
      await openScreen(place, 'configs-work-schedules', '[data-shift]');
      await place.page.locator('button[aria-keyshortcuts=n]').click();
      const form = dialog(place.page);
      await form.locator('[data-field=monday] input').fill('8-12, 11-17');
      await form.locator('[data-field=tuesday] input').fill('8-12');
      await form.locator('[data-field=monday] [role=alert], [data-field=monday] [aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'work-year',
    who: ADMIN,
    play: place => openScreen(place, 'configs-work-schedules?part=year', '[data-kind=PUBLIC]'),
  },
  {
    name: 'work-public-holidays',
    who: ADMIN,
    async play(place) {
      await openScreen(place, 'configs-work-schedules?part=year&year=2029', '[data-day]');
      await place.page.locator('button:has(.lucide-calendar-plus)').click();
      await dialog(place.page).locator('fieldset').first().waitFor();
    },
  },
  {
    name: 'holidays',
    who: ADMIN,
    play: place => openScreen(place, 'configs-work-schedules?part=holidays', '[role=row][data-index]'),
  },
];
