import { workbookOf } from '../../setup/files/sheets.ts';
import type { Scene } from './scene.ts';
import { dialog, go, type Place } from './scene.ts';

const ADMIN = 'admin@hoasen.demo';

async function openImport(place: Place): Promise<void> {
  const { page, story, t } = place;
  await go(place, `/projects/${story.projectId}/configs-labels`);
  await page.locator('[role=row][data-index]').first().waitFor();
  await page.getByRole('button', { name: t('import:open') }).click();
  await dialog(page).getByRole('button').last().waitFor();
}

async function send({ page }: Place, rows: readonly (string | null)[][]): Promise<void> {
  const buffer = workbookOf({ Nhãn: rows });
  await page.locator('input[type=file]').setInputFiles({ name: 'nhan-toa-nha.xlsx', mimeType: '', buffer });
  await dialog(page).getByRole('table').first().waitFor();
}

const HEAD = ['Tên nhãn', 'Tên ngắn', 'Dùng cho', 'Màu', 'Người phụ trách'];
const GOOD = [
  ['Cần gọi lại', 'GOI LAI', 'Yêu cầu hỗ trợ', 'Vàng', 'Lan'],
  ['Chờ vật tư', 'VAT TU', 'Công việc', 'Xám', 'Hùng'],
  ['Căn góc', 'GOC', 'Căn hộ', 'Tím', null],
];
const BAD = [
  ['Khẩn cấp', 'KHAN', 'Yêu cầu hỗ trợ', 'Đỏ', null],
  [null, 'TRONG', 'Căn hộ', 'Đỏ', null],
  ['Sai loại', 'SAI', 'Kho hàng', 'Hồng nhạt', null],
];

/** Rows from a spreadsheet. */
export const imports: readonly Scene[] = [
  { name: 'import-choose', who: ADMIN, screen: 'desk', play: openImport },
  {
    name: 'import-preview',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await openImport(place);
      await send(place, [HEAD, ...GOOD]);
    },
  },
  {
    name: 'import-faults',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      await openImport(place);
      await send(place, [['Danh sách nhãn 2026'], HEAD, ...GOOD, ...BAD]);
    },
  },
  {
    name: 'import-update',
    who: ADMIN,
    screen: 'desk',
    async play(place) {
      const { page, story, t } = place;
      await go(place, `/projects/${story.projectId}/units`);
      const rows = page.locator('[role=row][data-index]');
      await rows.first().waitFor();
      const [one, two, three] = (await rows.allTextContents()).map(text => /[A-C]-\d\d\.\d\d/.exec(text)?.[0] ?? '');
      await page.getByRole('button', { name: t('import:open') }).click();
      await send(place, [
        ['Mã căn', 'Tên căn', 'Diện tích (m²)', 'Hướng'],
        [one ?? null, 'Góc hồ', '88,5', null],
        [two ?? null, null, null, 'Đông Nam'],
        [three ?? null, null, null, null],
      ]);
      await page.getByRole('checkbox', { name: t('import:existing') }).check();
      await dialog(page)
        .getByRole('region', { name: t('import:changesOf') })
        .waitFor();
    },
  },
];
