import type { Page } from 'playwright-core';
import { go, openDesk, type Scene, SERVICE } from './scene.ts';

/** Answers a call as the server would in a state that no scene may leave behind; it is asked alone, not with others. */
async function answer(page: Page, path: string, status: number, body: object): Promise<void> {
  await page.route('**/api/batch', route => route.abort());
  await page.route(`**/api${path}`, route => route.fulfill({ status, json: body }));
}

const maintenance = { maintenance: true, message: '', until: '2026-11-21T22:00:00.000Z', passes: false };

/** Notices of a project, or of the whole product, about an unusual state. */
export const project: readonly Scene[] = [
  {
    name: 'maintenance',
    who: SERVICE,
    alters: true,
    async play(place) {
      const { page, t } = place;
      await answer(page, '/check-maintenance', 200, { code: 'SUCCESS', data: maintenance });
      await answer(page, '/module/config', 503, { code: 'MAINTENANCE', error: { code: 'MAINTENANCE', message: '' } });
      await go(place, `/projects/${place.story.projectId}/help-desk`);
      await page.getByRole('heading', { name: t('installation:maintenance.title') }).waitFor();
    },
  },
  {
    name: 'subscription-ended',
    who: SERVICE,
    alters: true,
    async play(place) {
      const { page, t, story } = place;
      const data = {
        id: story.projectId,
        name: 'Hoa Sen',
        code: 'HS',
        timeZone: 'Asia/Ho_Chi_Minh',
        address: '',
        hotline: '',
        blocks: 3,
        units: 600,
        serviceEndsOn: '2026-01-31',
      };
      await answer(page, `/unit-group/${story.projectId}`, 200, { code: 'SUCCESS', data });
      await openDesk(place);
      await page.getByText(t('installation:expired.text')).waitFor();
    },
  },
  {
    name: 'no-project',
    who: SERVICE,
    alters: true,
    async play(place) {
      const { page } = place;
      await page.route('**/api/auth/me', async route => {
        const { code, data } = await (await route.fetch()).json();
        await route.fulfill({ json: { code, data: { ...data, employees: [] } } });
      });
      await go(place, '/direction');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'failed-500',
    who: 'admin@hoasen.demo',
    alters: true,
    async play(place) {
      const { page, story, t } = place;
      await go(place, `/projects/${story.projectId}/nowhere`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const body = 'export function Component() { throw new Error("broken on purpose"); }';
      await page.route('**/assets/page-*.js', route => route.fulfill({ contentType: 'text/javascript', body }));
      await go(place, `/projects/${story.projectId}/configs-labels`);
      await page.getByRole('heading', { name: t('shell:failed.title') }).waitFor();
    },
  },
];
