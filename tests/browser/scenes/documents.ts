import { dialog, go, openTab, type Place, type Scene } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';
const ROW = '[role=row][data-index]';

async function openDocuments(place: Place, query = '', first = ROW): Promise<void> {
  await go(place, `/projects/${place.story.projectId}/documents${query}`);
  await place.page.locator(first).first().waitFor();
}

/** Opens a document by words of its name, on one of its tabs. */
async function openDocument(place: Place, words: string, tab: string): Promise<void> {
  const { page } = place;
  await openDocuments(place, `?q=${encodeURIComponent(words)}`);
  await page.locator(ROW).first().click();
  await openTab(place, tab);
}

/** Documents: folders and list, one document, what is brought to them. */
export const documents: readonly Scene[] = [
  { name: 'documents', who: ADMIN, play: place => openDocuments(place) },
  {
    name: 'document-pdf',
    who: ADMIN,
    async play(place) {
      await openDocument(place, 'noi quy', 'preview');
      await place.page.locator('[data-drawer] [data-drawn]').first().waitFor();
    },
  },
  {
    name: 'document-picture',
    who: ADMIN,
    async play(place) {
      await openDocument(place, 'so do thoat hiem', 'preview');
      await place.page.locator('[data-drawer] [role=tabpanel] img').waitFor();
    },
  },
  { name: 'document-word', who: ADMIN, play: place => openDocument(place, 'don dang ky thi cong mau', 'preview') },
  { name: 'document-info', who: ADMIN, play: place => openDocument(place, 'ban giao', 'info') },
  {
    name: 'document-versions',
    who: ADMIN,
    async play(place) {
      await openDocument(place, 'noi quy', 'versions');
      await place.page.locator('[data-drawer] [role=tabpanel] li').first().waitFor();
    },
  },
  {
    name: 'document-upload',
    who: ADMIN,
    async play(place) {
      await openDocuments(place, '?new=1', '[role=alertdialog] form');
      await dialog(place.page)
        .locator('input[type=file]')
        .setInputFiles([
          { name: 'Bien_ban_hop_T11.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
          { name: 'Ảnh sảnh.png', mimeType: 'image/png', buffer: Buffer.alloc(240_000) },
        ]);
      await dialog(place.page).locator('li').first().waitFor();
    },
  },
  {
    name: 'folder',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await openDocuments(place);
      await place.page.getByRole('treeitem').nth(1).click();
      await place.page.getByRole('treeitem').nth(1).getByRole('button').click();
      await place.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'unit-documents',
    who: ADMIN,
    async play(place) {
      const { page } = place;
      await go(place, `/projects/${place.story.projectId}/units`);
      await page.locator('[role=row][data-index="4"]').click();
      await page.locator('[data-drawer] [role=tab][data-value=documents]').click();
      await page.locator('[data-drawer] [role=tabpanel] li').first().waitFor();
    },
  },
];
