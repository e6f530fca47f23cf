import { button, dialog, go, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';
const DIRECTOR = 'director@hoasen.demo';

async function openPart(place: Place, part: string): Promise<void> {
  const { page, story, t } = place;
  await go(place, `/projects/${story.projectId}/configs-projects${part && `?part=${part}`}`);
  const ready = part ? page.locator('#main [role=tabpanel] :is(input, button, p)') : page.locator('#main a strong');
  await ready.first().waitFor();
  await page
    .getByText(t('unit-group:numbers.units', { count: 600 }))
    .or(page.getByRole('tab').first())
    .first()
    .waitFor();
}

/** Types into a field of a part by its name. */
const fill = ({ page }: Place, name: string, text: string) => page.locator(`#main [name="${name}"]`).first().fill(text);

/** How a project is set up. */
export const projectSettings: readonly Scene[] = [
  { name: 'own-projects', who: DIRECTOR, play: place => openPart(place, '') },
  {
    name: 'project-general',
    who: ADMIN,
    async play(place) {
      await openPart(place, 'general');
      await fill(place, 'address', 'Số 20 đường Sen Hồ, Tây Hồ, Hà Nội');
      await fill(place, 'management', 'Công ty Quản lý Hoa Sen');
    },
  },
  { name: 'project-rules', who: ADMIN, play: place => openPart(place, 'rules') },
  {
    name: 'project-features',
    who: ADMIN,
    async play(place) {
      await openPart(place, 'features');
      await place.page.locator('#main input[type=checkbox]').nth(3).click();
    },
  },
  {
    name: 'project-words',
    who: ADMIN,
    async play(place) {
      const { page, t } = place;
      await openPart(place, 'words');
      await page.locator('#main table input').first().fill('biệt thự');
      await page.getByLabel(t('unit-group:words.search')).fill(t('unit:name'));
      await page.getByRole('complementary', { name: t('unit-group:words.preview') }).waitFor();
    },
  },
  {
    name: 'project-look',
    who: DIRECTOR,
    async play(place) {
      await openPart(place, 'look');
      await fill(place, 'accent', '#B4421F');
    },
  },
  { name: 'project-maintenance', who: DIRECTOR, play: place => openPart(place, 'maintenance') },
  {
    name: 'project-new',
    who: ADMIN,
    async play(place) {
      const { page, t } = place;
      await openPart(place, '');
      await button(page, t('unit-group:new.open')).click();
      await dialog(page).locator('[name=name]').fill('Hoa Sen 2');
    },
  },
];
