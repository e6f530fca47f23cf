import { good } from '../stage/people.ts';
import { button, dialog, openDesk, openRequest, type Place, type Scene, SERVICE } from './scene.ts';

async function openForm(place: Place): Promise<void> {
  const { page, t, screen } = place;
  await openDesk(place);
  if (screen === 'phone') await button(page, t('kit:form.create')).click();
  else await page.keyboard.press('n');
  await dialog(page).locator('textarea').first().waitFor();
}

/** Forms: a new request, what is wrong with it, two people at one record. */
export const forms: readonly Scene[] = [
  { name: 'form', who: SERVICE, play: openForm },
  {
    name: 'form-resident',
    who: SERVICE,
    async play(place) {
      const { page } = place;
      await openForm(place);
      await dialog(page).getByRole('combobox').first().pressSequentially('tran thi');
      await page.locator('[role=option]').nth(1).waitFor();
    },
  },
  {
    name: 'form-errors',
    who: SERVICE,
    async play(place) {
      const { page, t } = place;
      await openForm(place);
      await dialog(page)
        .getByRole('button', { name: t('kit:form.create'), exact: true })
        .click();
      await dialog(page).locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'form-conflict',
    who: SERVICE,
    async play(place) {
      const { page, t, story } = place;
      await openRequest(place, story.talkId);
      await page.keyboard.press('e');
      const title = dialog(page).locator('[data-field=title] input');
      await title.fill('Thang máy số 2 block A rung mạnh, cửa mở chậm');
      const { data } = await story.colleague.get(`/pms/helpdesk/${story.talkId}`);
      const next = `Thang máy số 2 block A rung mạnh, lần thứ ${data.version}`;
      good(await story.colleague.put(`/pms/helpdesk/${story.talkId}`, { title: next, version: data.version }));
      await dialog(page)
        .getByRole('button', { name: t('kit:form.save'), exact: true })
        .click();
      await dialog(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'form-leave',
    who: SERVICE,
    async play(place) {
      const { page } = place;
      await openForm(place);
      await dialog(page).locator('[data-field=title] input').fill('Đèn sảnh nhấp nháy');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor();
    },
  },
];
