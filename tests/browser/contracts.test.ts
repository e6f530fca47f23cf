import { addDays } from '@lobby/shared/kit/dates.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { lastingDay } from '../setup/house/contracts.ts';
import { good, staffAt } from './stage/people.ts';
import { SOON, shareStage } from './stage/stage.ts';
import { visit } from './stage/steps.ts';

const TODAY = await lastingDay();
const stage = await shareStage();
const admin = await staffAt(stage.url, 'admin@hoasen.demo');
const home = `/projects/${admin.projectId}/rental-contract`;
const [one, two] = await Promise.all([stage.seat('admin@hoasen.demo', home), stage.seat('admin@hoasen.demo', home)]);
const rowOf = (page: typeof one, code: string) => page.locator('[role=row][data-index]').filter({ hasText: code });
const dialogOn = (page: typeof one) => page.locator('[role=dialog][aria-modal=true], [role=alertdialog]').last();
const found = async (code: string) =>
  good(await admin.get<Row[]>(`${rentalContract.path}?filter[q]=${encodeURIComponent(code)}`))[0];

const CODE = 'HDT-2026/901';
/** A day of the building, so many after today. */
const later = (days: number) => addDays(TODAY, days);
const typed = (day: string) => day.split('-').reverse().join('/');

describe('a rental contract', () => {
  it('is made with one of the unit’s people, and seen by a colleague at once', async () => {
    await visit(two, `${home}?tab=all&q=HDT-2026`);
    await two.getByRole('tab').first().waitFor();
    const contracts = good(await admin.get<Row[]>(`${rentalContract.path}?filter[status][]=ACTIVE&limit=100`));
    const taken = new Set(contracts.map(({ unitId }) => unitId));
    const people = good(await admin.get<Row[]>('/member?filter[role][]=HOUSEHOLDER&filter[living][]=true&limit=100'));
    const renter = people.find(({ unitId, phone }) => phone && !taken.has(unitId));
    const unit = good(await admin.get<Row[]>(`/unit/options?ids[]=${renter?.unitId}`))[0]?.name;
    await one.keyboard.press('n');
    const form = dialogOn(one);
    await form.locator('[data-field=unitId] input').fill(String(unit));
    await one
      .getByRole('option', { name: String(unit) })
      .first()
      .click();
    await form.locator('[data-field=residentId] input').fill(String(renter?.name));
    await one
      .getByRole('option', { name: String(renter?.name) })
      .first()
      .click();
    await form.locator('[data-field=code] input').fill(CODE);
    await form.locator('[data-field=area] input').fill('62.5');
    await form.locator('[data-field=price] input').fill('11500000');
    await form.locator('input[name=registerDate]').fill(typed(later(-3)));
    await form.locator('input[name=startDate]').fill(typed(later(0)));
    await form.locator('input[name=expiryDate]').fill(typed(later(-1)));
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('It must expire after the day it begins.').waitFor();
    await form.locator('input[name=expiryDate]').fill(typed(later(200)));
    await form.getByRole('button', { name: 'Create' }).click();
    await rowOf(two, CODE).waitFor({ timeout: 10 * SOON });
    expect(await found(CODE)).toMatchObject({
      price: 11_500_000,
      residentId: renter?.id,
      remindExpiredDate: later(170),
      status: 'ACTIVE',
    });
  });

  it('is changed by an annex; the open drawer of a colleague shows it', async () => {
    const { id } = (await found(CODE)) ?? { id: '' };
    await visit(two, `${home}?tab=all&id=${id}`);
    const drawer = two.locator('[data-drawer]');
    await drawer.getByText('11,500,000').waitFor();
    await visit(one, `${home}?tab=all&id=${id}`);
    await one.locator('[data-drawer] [role=tab][data-value=terms]').click();
    await one.locator('[data-drawer]').getByRole('button', { name: 'Add annex' }).click();
    const form = dialogOn(one);
    await form.locator('input[name=effectiveDate]').fill(typed(later(0)));
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('An annex must change something.').waitFor();
    await form.locator('[data-field=price] input').fill('12000000');
    await form.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('12,000,000').waitFor({ timeout: 10 * SOON });
    await one
      .locator('[data-drawer] li')
      .filter({ hasText: `${CODE}/PL01` })
      .waitFor();
    await one.locator('[data-drawer] li').filter({ hasText: 'Original contract' }).getByText('11,500,000').waitFor();
  });

  it('is printed from its template with the words of the building', async () => {
    const { id } = (await found(CODE)) ?? { id: '' };
    await visit(one, `/print/${admin.projectId}/rental-contract/${id}`);
    const paper = one.locator('[data-paper]');
    await paper
      .getByText('11.500.000')
      .first()
      .waitFor({ timeout: 10 * SOON });
    // The paper speaks Vietnamese, whatever the reader does.
    await paper.getByText('Mười một triệu năm trăm nghìn đồng').first().waitFor();
    expect(await paper.getAttribute('lang')).toBe('vi');
    await one.getByRole('button', { name: 'Fill in personal data' }).click();
    await paper.getByText(/điện thoại 0[\d ]{9,}/).waitFor();
    const text = await paper.textContent();
    expect(text).toContain('Hoa Sen');
    expect(text).toContain(CODE);
    expect(text).not.toContain('{{');
    const pdf = await one.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
  });

  it('is terminated with a day and a reason, and leaves the colleague’s list of active ones', async () => {
    const { id } = (await found(CODE)) ?? { id: '' };
    await visit(two, `${home}?tab=active&q=${encodeURIComponent(CODE)}`);
    await rowOf(two, CODE).waitFor();
    await visit(one, `${home}?tab=all&id=${id}`);
    await one.locator('[data-drawer] h2').waitFor();
    await one.keyboard.press('t');
    const ask = dialogOn(one);
    await ask.getByRole('button', { name: 'Terminate' }).click();
    await ask.getByText('Required').waitFor();
    await ask.locator('textarea').fill('Khách thuê chuyển công tác');
    await ask.getByRole('button', { name: 'Terminate' }).click();
    await rowOf(two, CODE).waitFor({ state: 'detached', timeout: 10 * SOON });
    expect(await found(CODE)).toMatchObject({ status: 'TERMINATED' });
  });

  it('is found by the notice of its reminder: an older path with its day twice', async () => {
    const active = good(await admin.get<Row[]>(`${rentalContract.path}?filter[expiring][]=true&limit=1`))[0];
    const day = String(active?.remindExpiredDate);
    await one.goto(
      `${stage.url}/projects/${admin.projectId}/rental-contracts?remindExpiredDateFrom=${day}&remindExpiredDateTo=${day}&status=ACTIVE,EXPIRED`,
    );
    await rowOf(one, String(active?.code)).waitFor();
    const url = new URL(one.url());
    expect(url.pathname).toBe(home);
    expect(url.searchParams.get('remindExpiredDate')).toBe(`${day}..${day}`);
    expect(url.searchParams.get('status')).toBe('ACTIVE,EXPIRED');
  });
});
