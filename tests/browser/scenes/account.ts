import { go, type Place, type Scene, SERVICE } from './scene.ts';

/** Answers a call of the page in the server's stead: these are limited, and each scene is played many times. */
async function answer({ page, url, t }: Place, path: string, data: unknown, status = 200): Promise<void> {
  const json =
    status < 300 ? { code: 'SUCCESS', data } : { code: data, error: { code: data, message: t(`errors:${data}`) } };
  await page.route(`${url}/api${path}`, route => route.fulfill({ status, json }));
}

/** The page of what one is told of, as a mail's link opens it. */
const choices = (kind: 'staff' | 'resident', path: string): Scene => ({
  name: `choices-${kind}`,
  who: null,
  async play(place) {
    const name = kind === 'staff' ? 'Trần Thị Hồng Nhung' : 'Nguyễn Thị Mai';
    const chosen = { name, kind, language: null, mailOff: [], appOff: [] };
    await answer(place, '/emails/preferences', chosen);
    await go(place, `${path}#token=scene`);
    const { page } = place;
    await page.locator('main input[type=checkbox]').first().setChecked(false, { force: true });
    await page.locator('main form [type=submit]').click();
    await page.locator('main form [role=status] > *').waitFor();
  },
});

const mailed = (purpose: string) => ({
  purpose,
  name: 'Trần Thị Hồng Nhung',
  email: 'nhung.tran@hoasen.demo',
  kind: 'staff',
});
const first = (place: Place, what: string) => place.page.locator(what).first().waitFor();

/** The pages of accounts, before the sign-in and after it. */
export const account: readonly Scene[] = [
  {
    name: 'register',
    who: null,
    async play(place) {
      await go(place, '/register');
      await first(place, 'input[name=confirmation]');
    },
  },
  {
    name: 'register-errors',
    who: null,
    async play(place) {
      const { page } = place;
      await go(place, '/register');
      await page.locator('input[name=email]').fill('nhung.tran');
      await page.locator('input[name=password]').fill('sáu');
      await page.locator('input[name=confirmation]').fill('bảy');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid=true]').nth(3).waitFor();
    },
  },
  {
    name: 'register-sent',
    who: null,
    async play(place) {
      const { page } = place;
      await answer(place, '/auth/register', null);
      await go(place, '/register');
      for (const [name, value] of [
        ['name', 'Trần Thị Hồng Nhung'],
        ['email', 'nhung.tran@hoasen.demo'],
        ['password', 'lobby-demo'],
        ['confirmation', 'lobby-demo'],
      ])
        await page.locator(`input[name=${name}]`).fill(value ?? '');
      await page.keyboard.press('Enter');
      await page.locator('form').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'register-confirm',
    who: null,
    async play(place) {
      await answer(place, '/auth/link', mailed('confirm'));
      await go(place, '/register/confirm#token=scene');
      await first(place, 'input[name=password]');
    },
  },
  {
    name: 'password-forgot',
    who: null,
    async play(place) {
      await go(place, '/password/forgot');
      await first(place, 'input[name=email]');
    },
  },
  {
    name: 'password-forgot-sent',
    who: null,
    async play(place) {
      const { page } = place;
      await answer(place, '/auth/password/forgot', null);
      await go(place, '/password/forgot');
      await page.locator('input[name=email]').fill('nhung.tran@hoasen.demo');
      await page.keyboard.press('Enter');
      await page.locator('form').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'password-set',
    who: null,
    async play(place) {
      await answer(place, '/auth/link', mailed('reset'));
      await go(place, '/password/set-new-password#token=scene');
      await first(place, 'input[name=password]');
    },
  },
  {
    name: 'password-first',
    who: null,
    async play(place) {
      await answer(place, '/auth/link', mailed('activate'));
      await go(place, '/password/set-new-password#token=scene');
      await first(place, 'input[name=password]');
    },
  },
  {
    name: 'link-bad',
    who: null,
    async play(place) {
      await answer(place, '/auth/link', 'LINK_NOT_VALID', 422);
      await go(place, '/password/set-new-password#token=scene');
      await first(place, 'a[href="/password/forgot"]');
    },
  },
  {
    name: 'policy',
    who: null,
    async play(place) {
      await go(place, '/policy');
      await first(place, '#privacy h3');
    },
  },
  {
    name: 'unsubscribe',
    who: null,
    async play(place) {
      await go(place, '/emails/unsubscribe#token=scene');
      await first(place, 'main button');
    },
  },
  {
    name: 'unsubscribe-done',
    who: null,
    async play(place) {
      await answer(place, '/emails/unsubscribe?token=scene', { topic: 'ticket' });
      await go(place, '/emails/unsubscribe#token=scene');
      await place.page.locator('main button').click();
      await place.page.locator('main button').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'unsubscribe-bad',
    who: null,
    async play(place) {
      await answer(place, '/emails/unsubscribe?token=scene', 'LINK_NOT_VALID', 422);
      await go(place, '/emails/unsubscribe#token=scene');
      await place.page.locator('main button').click();
      await place.page.getByText(place.t('account:unsubscribe.bad')).waitFor();
    },
  },
  choices('staff', '/staff-profile-preferences'),
  choices('resident', '/member-profile-preferences'),
  {
    name: 'choices-bad',
    who: null,
    async play(place) {
      await answer(place, '/emails/preferences', 'LINK_NOT_VALID', 422);
      await go(place, '/member-profile-preferences#token=scene');
      await first(place, 'main h1');
      await place.page.locator('main form').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'profile',
    who: SERVICE,
    async play(place) {
      await go(place, '/profile');
      await first(place, 'main li');
    },
  },
  {
    name: 'profile-sessions',
    who: SERVICE,
    alters: true,
    async play(place) {
      const { page, t } = place;
      const place1 = {
        browser: 'Chrome',
        system: 'Windows',
        address: '113.161.72.18',
        begunAt: '2026-11-20T01:12:00.000Z',
      };
      await answer(place, '/auth/sessions', [
        { id: 'a', ...place1, seenAt: '2026-11-21T03:00:00.000Z', current: true },
        { id: 'b', ...place1, browser: 'Safari', system: 'iPhone', seenAt: '2026-11-20T12:30:00.000Z', current: false },
        {
          id: 'c',
          ...place1,
          browser: '',
          system: '',
          begunAt: null,
          seenAt: '2026-11-02T02:05:00.000Z',
          current: false,
        },
      ]);
      await go(place, '/profile');
      await page.locator('main li').nth(2).waitFor();
      await page.getByRole('button', { name: t('account:sessions.endOthers') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'profile-password-errors',
    who: SERVICE,
    async play(place) {
      const { page } = place;
      await go(place, '/profile');
      await page.locator('input[name=password]').fill('sáu');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid=true]').nth(2).waitFor();
    },
  },
];
