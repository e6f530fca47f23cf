import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { good, residentAt, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const stage = await shareStage();
const [linh, mai] = await Promise.all([
  staffAt(stage.url, 'service1@hoasen.demo'),
  residentAt(stage.url, 'resident2@hoasen.demo'),
]);
const screen = `/projects/${linh.projectId}/amenities-orders`;
const [one, two] = await Promise.all([
  stage.seat('service1@hoasen.demo', `${screen}?tab=all&new=1`),
  stage.seat('service2@hoasen.demo', `${screen}?tab=all&new=1`),
]);
type Page = typeof one;

/** A day of the building some days from now. */
const dayIn = (days: number) => addDays(dayOf(new Date(), VIETNAM), days);
const written = (day: string) => day.split('-').reverse().join('/');
const form = (page: Page) => page.locator('[role=dialog][aria-modal=true]').last();
const slot = (page: Page, time: string) =>
  form(page)
    .locator('[data-field=slots] li button')
    .filter({ hasText: `${time}–` });
const unit = good(await linh.get<Row[]>(`/unit/options?ids[]=${mai.unitId}`))[0]?.name;
const amenities = good(await mai.get<Row[]>('/utility-group/booking')).flatMap(group => group.amenities as Row[]);
const amenity = (code: string) => amenities.find(found => found.code === code);

async function choose(page: Page, label: string, name: string): Promise<void> {
  await form(page).getByRole('combobox', { name: label }).fill(name);
  await page.getByRole('option', { name }).first().click();
}
async function look(page: Page, name: string, day: string): Promise<void> {
  await choose(page, 'Amenity', name);
  await form(page).getByRole('textbox', { name: 'Day of use' }).fill(written(day));
}

it('a new booking shows what is free and what it costs, and a colleague sees at once that it is gone', async () => {
  const day = dayIn(12);
  await Promise.all([look(one, 'Tennis court 2', day), look(two, 'Tennis court 2', day)]);
  for (const page of [one, two]) await slot(page, '20:00').getByText('1 left').waitFor();
  await choose(one, 'Unit', String(unit));
  await slot(one, '20:00').click();
  await form(one).getByText('150,000').first().waitFor();
  await slot(one, '21:00').click();
  await form(one).getByText('250,000').first().waitFor();
  await form(one).getByRole('button', { name: 'Create' }).click();
  await form(one).waitFor({ state: 'detached' });
  const row = one.locator('[role=row][data-index]').filter({ hasText: String(unit) });
  await row.filter({ hasText: 'Tennis court 2' }).filter({ hasText: '250,000' }).first().waitFor();
  await slot(two, '20:00').getByText('Full').waitFor({ timeout: SOON });
  expect(await slot(two, '20:00').isDisabled()).toBe(true);
  await slot(two, '19:00').click();
  // The whole court needs both: what one holds is not free in it.
  await look(two, 'Sports court', day);
  await slot(two, '21:00').getByText('Full').waitFor();
  await slot(two, '19:00').getByText('1 left').waitFor();
  expect(await slot(two, '19:00').getAttribute('aria-pressed')).toBe('false');
});

it('says what is wrong before the booking is sent', async () => {
  await visit(one, `${screen}?tab=all&new=1`);
  await look(one, 'Tennis court 2', dayIn(11));
  for (const time of ['06:00', '07:00', '08:00']) await slot(one, time).click();
  await form(one).getByText('A booking has 2 slots at most.').waitFor();
  await slot(one, '08:00').click();
  await form(one).getByText('A booking has 2 slots at most.').waitFor({ state: 'detached' });
  await form(one).getByRole('button', { name: 'Create' }).click();
  await form(one).getByText('Required').first().waitFor();
});

it('a resident’s booking waits at every desk, is approved by one key, and stands in the calendar', async () => {
  const [day, bbq] = [dayIn(20), amenity('BBQ-2')];
  const groupId = good(await linh.get<Row>(`/utility/${bbq?.id}`)).groupId;
  const offers = good(await mai.get<Row[]>(`/utility-group/${groupId}/available-slots?startDateUsage=${day}`));
  const own = offers.find(({ utilityId }) => utilityId === bbq?.id);
  const [, evening] = (own?.slots ?? []) as unknown as { from: string; to: string }[];
  await visit(two, `${screen}?tab=waiting`);
  await two.locator('[role=row][data-index]').first().waitFor();
  const asked = good(
    await mai.post<Row>(utilityBooking.path, {
      utilityId: bbq?.id,
      slots: [{ from: evening?.from, to: evening?.to }],
      rulesAgreed: true,
    }),
  );
  const row = two.locator('[role=row][data-index]').filter({ hasText: String(asked.code) });
  await row.waitFor({ timeout: SOON });
  await row.click();
  await two.locator('[data-drawer]').getByRole('button', { name: 'Approve' }).first().waitFor();
  await two.keyboard.press('a');
  await expect
    .poll(async () => good(await mai.get<Row>(`${utilityBooking.path}/${asked.id}`)).status, { timeout: 2 * SOON })
    .toBe('APPROVED');
  const told = good(await mai.get<Row[]>('/histories/pms?limit=20'));
  expect(told.filter(({ entityId }) => entityId === asked.id).map(({ kind }) => kind)).toEqual(['BOOKING_APPROVED']);
  await visit(two, `${screen}?tab=all&as=calendar&month=${day.slice(0, 7)}&utilityId=${bbq?.id}`);
  const held = two.getByRole('link', { name: new RegExp(`16:00 Barbecue 2 · ${unit}`) });
  await held.first().waitFor();
  // A click on the notice leads here.
  await visit(two, `${screen}/${asked.id}`);
  await two.locator('[data-drawer]').getByText(String(asked.code)).first().waitFor();
  await two.locator('[data-drawer] h2').getByText('Barbecue 2').waitFor();
});
