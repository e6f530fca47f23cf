import { go, type Scene } from './scene.ts';

/** The ways in, and the pages that lead nowhere. */
export const doors: readonly Scene[] = [
  {
    name: 'sign-in',
    who: null,
    async play(place) {
      await go(place, '/login');
      await place.page.locator('input[name=email]').waitFor();
    },
  },
  {
    name: 'sign-in-refused',
    who: null,
    async play(place) {
      const { page } = place;
      await go(place, '/login');
      await page.locator('input[name=email]').fill('nobody@hoasen.demo');
      await page.locator('input[name=password]').fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'projects',
    who: 'manager@hoasen.demo',
    async play(place) {
      await go(place, '/direction');
      await place.page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'denied-403',
    who: 'accountant@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/help-desk`);
      await place.page.locator('#main').getByRole('heading').waitFor();
    },
  },
  {
    name: 'foreign-project-403',
    who: 'service1@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.quietId}/help-desk`);
      await place.page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'lost-404',
    who: 'service1@hoasen.demo',
    async play(place) {
      await go(place, `/projects/${place.story.projectId}/nowhere`);
      await place.page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
];
