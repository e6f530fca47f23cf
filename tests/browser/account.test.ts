import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { linkTo } from './stage/outbox.ts';
import { staffAt } from './stage/people.ts';
import { openStage, SOON } from './stage/stage.ts';

const stage = await openStage();

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`);
async function signIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'email').fill(email);
  await field(page, 'password').fill(password);
  await page.keyboard.press('Enter');
}

describe('an account', () => {
  const email = 'newcomer@hoasen.demo';

  it('is asked for, confirmed by the mail, and waits for a project', async () => {
    const page = await stage.seat(null, '/login');
    await page.getByRole('link', { name: 'Register' }).click();
    await field(page, 'name').fill('Newcomer');
    await field(page, 'email').fill(email);
    await field(page, 'password').fill('first-password');
    await field(page, 'confirmation').fill('other-password');
    await page.keyboard.press('Enter');
    await page.getByText('The two passwords differ').waitFor();
    await field(page, 'confirmation').fill('first-password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await signIn(page, email, 'first-password');
    await page.getByText('This e-mail is not confirmed yet').waitFor();
    await page.goto(await linkTo(stage.url, email));
    await field(page, 'password').fill('wrong-password');
    await page.keyboard.press('Enter');
    await page.getByText('The password is not correct').waitFor();
    await field(page, 'password').fill('first-password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No project yet' }).waitFor();
  });

  it('gets a new password by the mail, which signs everybody else out at once', async () => {
    const elsewhere = await stage.seat(null, '/login');
    await signIn(elsewhere, email, 'first-password');
    await elsewhere.getByRole('heading', { name: 'No project yet' }).waitFor();
    const page = await stage.seat(null, '/login');
    await field(page, 'email').fill(email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    expect(await field(page, 'email').inputValue()).toBe(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
    const link = await linkTo(stage.url, email, 2);
    await page.goto(link);
    await field(page, 'password').fill('second-password');
    await field(page, 'confirmation').fill('second-password');
    await page.keyboard.press('Enter');
    await elsewhere.getByRole('button', { name: 'Sign in' }).waitFor({ timeout: SOON });
    await page.getByRole('heading', { name: 'No project yet' }).waitFor();
    const again = await stage.seat(null, new URL(link).pathname + new URL(link).hash);
    await again.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  });
});

describe('the profile', () => {
  const who = 'technician@hoasen.demo';

  it('shows where one is signed in, live, and signs the others out', async () => {
    const page = await stage.seat(who, '/profile');
    const places = page.locator('main li');
    await places.first().waitFor();
    const before = await places.count();
    const other = await stage.seat(who, '/profile');
    await expect.poll(() => places.count(), { timeout: SOON }).toBe(before + 1);
    await page.getByRole('button', { name: 'Sign out everywhere else…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await other.getByRole('button', { name: 'Sign in' }).waitFor({ timeout: SOON });
    await expect.poll(() => places.count(), { timeout: SOON }).toBe(1);
    // Back to where they were.
    await signIn(other, who, 'lobby-demo');
    await other.waitForURL(/\/profile$/);
    await expect.poll(() => places.count(), { timeout: SOON }).toBe(2);
  });

  it('changes the name, seen by the other screens, and the language', async () => {
    const page = await stage.seat(who, '/profile');
    const other = await stage.seat(who, '/profile');
    await field(other, 'name').waitFor();
    await field(page, 'name').fill('Technician Renamed');
    await page.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('button', { name: 'Account' }).getByText('Technician Renamed').waitFor({ timeout: SOON });
    await page.locator('select[name=language]').selectOption('ko');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: '프로필', exact: true }).waitFor();
  });

  it('changes the password, and keeps this place signed in', async () => {
    const page = await stage.seat('accountant@hoasen.demo', '/profile');
    const other = await stage.seat('accountant@hoasen.demo', '/profile');
    await other.locator('main li').first().waitFor();
    await field(page, 'current').fill('not-this-one');
    await field(page, 'password').fill('my-own-password');
    await field(page, 'confirmation').fill('my-own-password');
    await page.keyboard.press('Enter');
    await page.getByText('The password is not correct').waitFor();
    await field(page, 'current').fill('lobby-demo');
    await page.keyboard.press('Enter');
    await other.getByRole('button', { name: 'Sign in' }).waitFor({ timeout: SOON });
    await other.getByText('Your password was changed').waitFor();
    expect(await field(other, 'email').inputValue()).toBe('accountant@hoasen.demo');
    await page.getByText('Password changed, signed out everywhere else').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
  });
});

describe('a session that ends', () => {
  it('by the server leads to the sign-in, and from there back to the same place', async () => {
    const { projectId } = await staffAt(stage.url, 'service2@hoasen.demo');
    const path = `/projects/${projectId}/help-desk?tab=all`;
    const page = await stage.seat('service2@hoasen.demo', path);
    await page.getByRole('grid').waitFor();
    // The cookie is gone and the token is refused: as after thirty days, or on another's act.
    await page.context().clearCookies();
    await page.route('**/api/**', route =>
      /auth\/(login|refresh|me)/.test(route.request().url())
        ? route.fallback()
        : route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED', error: { code: 'UNAUTHORIZED' } } }),
    );
    await page.getByRole('tab').nth(2).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.unroute('**/api/**');
    await signIn(page, 'service2@hoasen.demo', 'lobby-demo');
    await page.getByRole('grid').waitFor();
    expect(page.url()).toMatch(/help-desk\?tab=(?!all)\w+/);
  });
});

describe('a link for somebody else', () => {
  it('names who is signed in, and asks before it takes their place', async () => {
    const email = 'reception@hoasen.demo';
    const asking = await stage.seat(null, '/password/forgot');
    await field(asking, 'email').fill(email);
    await asking.keyboard.press('Enter');
    await asking.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
    const { pathname, hash } = new URL(await linkTo(stage.url, email));
    const page = await stage.seat('service1@hoasen.demo', '/profile');
    await field(page, 'name').waitFor();
    const name = await field(page, 'name').inputValue();
    await page.goto(`${stage.url}${pathname}${hash}`);
    await page.getByRole('heading', { name: `${name} is signed in here` }).waitFor();
    expect(await field(page, 'password').count()).toBe(0);
    await page.getByRole('button', { name: `Stay with ${name}` }).click();
    await page.waitForURL(/\/projects\//);
    await page.goto(`${stage.url}${pathname}${hash}`);
    await page.getByRole('button', { name: 'Go on' }).click();
    await field(page, 'password').waitFor();
  });
});
